import { availableParallelism } from 'node:os';
import type { Channel } from '../channel.ts';
import { checkServers } from './check-servers.ts';
import { describeMail } from './parse/describe-mail.ts';
import { createMailParserPool, MailParseError, parseHeadersOnly } from './parse/index.ts';
import { receiveAccounts } from './receive-accounts.ts';
import { composeMail } from './transport/compose-mail.ts';
import { readFromOutbox, sweepOutbox, writeToOutbox } from './transport/outbox-writer.ts';
import { createSmtpSender } from './transport/smtp-sender.ts';

/** Two at least, so that a mail which takes its whole time does not hold up the next; more than four outrun the database. */
const parserThreads = Math.min(Math.max(availableParallelism(), 2), 4);
/** What broken-off writes have left in the outbox is looked for with a mail that is kept, this often at most. */
const sweepEveryMs = 3_600_000;
const parserLimits = { timeoutMs: 30_000, maxMemoryMb: 512 };

/**
 * E-mail as a channel: parsed in worker threads, received by IMAP, sent by SMTP, or kept as `.eml` in `outbox_dir` for inboxes
 * without a server (settled question 20). Threads and connections are made when first needed; `close` ends them.
 */
export function createEmailChannel(options: {
  outbox_dir: string;
  log: { warn(facts: object, text: string): void };
}): Channel {
  const parser = createMailParserPool({ threads: parserThreads, ...parserLimits });
  const sender = createSmtpSender();
  let isClosing = false;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const keep = async (messageUuid: string, raw: Buffer) => {
    const kept = await writeToOutbox(options.outbox_dir, messageUuid, raw);
    if (Date.now() - sweptAt > sweepEveryMs) {
      sweptAt = Date.now();
      await sweepOutbox(options.outbox_dir).catch((error: Error) =>
        options.log.warn({ err: error.message }, 'the outbox folder could not be swept'),
      );
    }
    return kept;
  };
  return {
    kind: 'email',
    async parse(raw) {
      try {
        return await parser.parse(raw);
      } catch (error) {
        if (!(error instanceof MailParseError) || isClosing) throw error;
        options.log.warn({ reason: error.reason, size: raw.byteLength }, 'a mail is kept by its header alone');
        return parseHeadersOnly(raw, error.reason);
      }
    },
    async send(message, config, messageUuid) {
      const mail = await composeMail(message);
      return config.smtp.length === 0 ? keep(messageUuid, mail.raw) : sender.send(config.smtp, mail);
    },
    readKept: (messageUuid, range) => readFromOutbox(options.outbox_dir, messageUuid, range),
    describe: describeMail,
    check: checkServers,
    receive: (receiving) => receiveAccounts(receiving, options.log),
    async close(limitMs) {
      isClosing = true;
      await sender.close(limitMs);
      await parser.close();
    },
  };
}
