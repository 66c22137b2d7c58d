export { parseHeadersOnly, unreadableNote } from './headers-only.ts';
export {
  createMailParserPool,
  MailParseError,
  type MailParseReason,
  type MailParserPool,
  type MailParserPoolOptions,
} from './mail-parser-pool.ts';
export { parseMail } from './parse-mail.ts';
