import { createTransport } from 'nodemailer';
import type { SmtpListener } from '../src/channels/email/transport/smtp-listener.ts';
import { startLocalSmtp } from '../src/features/inboxes/index.ts';
import { createHarness, type Harness } from './harness.ts';

/** A row of raw_mails as tests look at it. */
export interface RawMailRow {
  id: number;
  inbox_id: number;
  state: string;
  attempts: number;
  error: string | null;
  decision: { outcome?: string; reason?: string; evidence?: { kind: string } | null; conversation_id?: number };
}

/** A row of messages with its conversation, as tests look at it. */
export interface StoredMessage {
  id: number;
  uuid: string;
  conversation_id: number;
  type: string;
  status: string;
  private: boolean;
  content: string;
  content_safe: string | null;
  text_content: string;
  meta: Record<string, unknown>;
  source_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
}

/** A product that takes mail by SMTP and sends it, with real parts throughout. */
export interface MailDesk extends Harness {
  smtp: SmtpListener;
  /** Hands a mail over by SMTP; resolves with the 250, rejects with the refusal. `mail` is the source, LF or CRLF. */
  hand(mail: string | Buffer, envelope?: { from?: string; to?: string | string[] }): Promise<void>;
  /** Hands a mail over and waits until everything that waits has been decided; answers its row. */
  take(mail: string | Buffer, envelope?: { from?: string; to?: string | string[] }): Promise<RawMailRow>;
  rawMails(): Promise<RawMailRow[]>;
  /** Messages in the order of writing, notes and activity included. */
  messages(conversationId?: number): Promise<StoredMessage[]>;
}

export const supportAddress = 'support@bellhop.local';

/** Starts web, worker and mail, and an SMTP listener on a free port. */
export async function createMailDesk(options: Parameters<typeof createHarness>[0] = {}): Promise<MailDesk> {
  const harness = await createHarness({ roles: ['web', 'worker', 'mail'], ...options });
  const smtp = await startLocalSmtp(harness.app.deps, 0);
  if (!smtp) throw new Error('the listener did not start');
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, pool: true, maxConnections: 4 });

  const hand: MailDesk['hand'] = async (mail, envelope = {}) => {
    const raw = typeof mail === 'string' ? mail.replace(/\r?\n/g, '\r\n') : mail;
    await transport.sendMail({
      envelope: { from: envelope.from ?? 'sender@customer.example', to: envelope.to ?? supportAddress },
      raw,
    });
  };
  const rawMails = async () => {
    const { rows } = await harness.pool.query<RawMailRow>(
      'select id::int, inbox_id, state, attempts, error, decision from raw_mails order by id',
    );
    return rows;
  };
  return {
    ...harness,
    smtp,
    hand,
    rawMails,
    async take(mail, envelope) {
      const before = (await rawMails()).at(-1)?.id ?? 0;
      await hand(mail, envelope);
      await harness.until(async () => {
        const { rows } = await harness.pool.query(
          "select 1 from raw_mails where state = 'stored' and error is null limit 1",
        );
        return rows.length === 0;
      }, 'all mails to be decided');
      const row = (await rawMails()).find((mailRow) => mailRow.id > before);
      if (!row) throw new Error('the mail was not stored');
      return row;
    },
    async messages(conversationId) {
      const { rows } = await harness.pool.query<StoredMessage>(
        `select m.id::int, m.uuid, m.conversation_id, m.type, m.status, m.private, m.content, m.content_safe,
           m.text_content, m.meta, m.source_id, u.email, u.first_name, u.last_name
         from messages m join users u on u.id = m.sender_id
         where $1::int is null or m.conversation_id = $1 order by m.id`,
        [conversationId ?? null],
      );
      return rows;
    },
    async close() {
      transport.close();
      await smtp.close();
      await harness.close();
    },
  };
}

/** A plain mail of a customer; members override its parts, `headers` are added as they stand. */
export function plainMail(
  options: {
    id?: string | null;
    from?: string;
    to?: string;
    subject?: string;
    date?: string | null;
    headers?: string[];
    body?: string;
  } = {},
): string {
  const { id, from, to, subject, date, headers = [], body } = options;
  return [
    `From: ${from ?? 'Ana Maria de Souza <ana@customer.example>'}`,
    `To: ${to ?? supportAddress}`,
    `Subject: ${subject ?? 'My lamp is broken'}`,
    ...(date === null ? [] : [`Date: ${date ?? 'Mon, 05 May 2025 09:00:00 +0000'}`]),
    ...(id === null ? [] : [`Message-ID: <${id ?? `${crypto.randomUUID()}@customer.example`}>`]),
    ...headers,
    ...(headers.some((header) => /^content-type:/i.test(header))
      ? []
      : ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8']),
    '',
    body ?? 'It does not light up.',
    '',
  ].join('\r\n');
}
