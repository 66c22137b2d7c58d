import type { Channel } from '../channel.ts';
import { checkServers } from './check-servers.ts';
import { createMailParserPool } from './parse/index.ts';
import { receiveAccounts } from './receive-accounts.ts';
import { composeMail } from './transport/compose-mail.ts';
import { writeToOutbox } from './transport/outbox-writer.ts';
import { createSmtpSender } from './transport/smtp-sender.ts';

/**
 * E-mail as a channel: parsed in worker threads, received by IMAP, sent by SMTP, or kept as `.eml` in `outbox_dir` for inboxes
 * without a server (settled question 20). Threads and connections are made when first needed; `close` ends them.
 */
export function createEmailChannel(options: {
  outbox_dir: string;
  log: { warn(facts: object, text: string): void };
}): Channel {
  const parser = createMailParserPool();
  const sender = createSmtpSender();
  return {
    kind: 'email',
    parse: (raw) => parser.parse(raw),
    async send(message, config, messageUuid) {
      const mail = await composeMail(message);
      return config.smtp.length === 0
        ? writeToOutbox(options.outbox_dir, messageUuid, mail.raw)
        : sender.send(config.smtp, mail);
    },
    check: checkServers,
    receive: (receiving) => receiveAccounts(receiving, options.log),
    async close() {
      await sender.close();
      await parser.close();
    },
  };
}
