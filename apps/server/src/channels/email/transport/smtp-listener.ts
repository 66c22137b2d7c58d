import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { describeMailError } from './describe-mail-error.ts';

/** SMTP envelope of a mail that came in; `from` is '' for the null sender of bounces. */
export interface ReceivedEnvelope {
  from: string;
  /** Recipients as written by the client, those of unknown addresses excluded. */
  to: string[];
  remote_address: string;
}

export interface SmtpListenerOptions {
  /** Address to listen on; loopback unless the operator says otherwise (running.md). */
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Largest mail in bytes; announced with SIZE, a larger one is answered with 552. */
  maxSize: number;
  /** The inbox that a bare address belongs to, or null, answered with 550. A throw is answered with 451. */
  resolveRecipient(address: string): Promise<{ inbox_id: number } | null>;
  /** Stores the mail durably. 250 is said when it resolves, 451 ("try again") when it throws. */
  store(mail: { inbox_ids: number[]; envelope: ReceivedEnvelope; raw: Buffer }): Promise<void>;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
  max_clients?: number;
  /** Silence of a client that ends its connection, in milliseconds. */
  socket_timeout_ms?: number;
}

export interface SmtpListener {
  port: number;
  /** Stops listening, ends idle connections, lets mails in DATA finish for at most `limitMs`. */
  close(limitMs?: number): Promise<void>;
}

/** Mails of this many full sizes may be in memory at once; a client beyond that is asked to come back later. */
const fullSizesInMemory = 8;

const maxRecipients = 100;

/**
 * The local end of mail delivery: SMTP without sign-in that accepts mail for known addresses only, so it relays nothing
 * (running.md, settled question 20). Resolves once it listens; rejects when the port is taken.
 */
export async function createSmtpListener(options: SmtpListenerOptions): Promise<SmtpListener> {
  const inboxes = new WeakMap<SMTPServerAddress, number>();
  const receiving = new Set<string>();
  const memory = { used: 0, limit: options.maxSize * fullSizesInMemory };
  let isClosing = false;

  const server = new SMTPServer({
    ...commonSettings(options),
    onConnect(_session, callback) {
      callback(isClosing ? reply(421, 'Shutting down') : null);
    },
    onRcptTo(address, session, callback) {
      findInbox(address, session).then(
        () => callback(),
        (error: Error) => callback(error),
      );
    },
    onData(stream, session, callback) {
      receiving.add(session.id);
      receive(stream, session)
        .then(
          () => callback(),
          (error: Error) => callback(error),
        )
        .finally(() => {
          receiving.delete(session.id);
          if (isClosing) setImmediate(endIdleConnections);
        });
    },
  });
  server.on('error', (error) => options.log.info({ reason: error.message }, 'smtp connection failed'));

  async function findInbox(address: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const inbox = await options.resolveRecipient(address.address).catch((error: unknown) => {
      options.log.warn({ reason: describeMailError(error) }, 'smtp recipient could not be looked up');
      throw reply(451, 'Recipients cannot be checked at the moment, try again later');
    });
    if (inbox === null) {
      options.log.info({ remote_address: session.remoteAddress }, 'smtp recipient is unknown');
      throw reply(550, 'No inbox has this address');
    }
    inboxes.set(address, inbox.inbox_id);
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const held = { bytes: 0 };
    try {
      const raw = await collect(stream, held);
      const recipients = session.envelope.rcptTo;
      const inboxIds = new Set(recipients.flatMap((one) => inboxes.get(one) ?? []));
      await store(session, [...inboxIds], raw);
    } finally {
      memory.used -= held.bytes;
    }
  }

  /** Reads to the end in any case: a client must not be answered in the middle of its mail. */
  async function collect(stream: SMTPServerDataStream, held: { bytes: number }): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let isCrowded = false;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      isCrowded ||= memory.used + chunk.length > memory.limit;
      if (isCrowded || stream.sizeExceeded) {
        memory.used -= held.bytes;
        held.bytes = 0;
        chunks.length = 0;
      } else {
        memory.used += chunk.length;
        held.bytes += chunk.length;
        chunks.push(chunk);
      }
    }
    if (stream.sizeExceeded) throw reply(552, `The message is larger than ${options.maxSize} bytes`);
    if (isCrowded) throw reply(452, 'Too many mails at once, try again later');
    return Buffer.concat(chunks);
  }

  async function store(session: SMTPServerSession, inbox_ids: number[], raw: Buffer): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    const to = rcptTo.map((one) => one.address);
    try {
      await options.store({ inbox_ids, envelope: { from, to, remote_address: session.remoteAddress }, raw });
    } catch (error) {
      options.log.warn(
        { inbox_ids, size: raw.length, reason: describeMailError(error) },
        'smtp mail could not be stored',
      );
      throw reply(451, 'The mail could not be stored, try again later');
    }
  }

  function endIdleConnections(): void {
    for (const connection of server.connections) {
      if (!receiving.has(connection.session.id)) connection.send(421, 'Shutting down');
    }
  }

  server.listen(options.port, options.host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    async close(limitMs = 25_000) {
      isClosing = true;
      server.options.closeTimeout = Math.max(limitMs, 1);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      endIdleConnections();
      await closed;
    },
  };
}

function commonSettings(options: SmtpListenerOptions): SMTPServerOptions {
  return {
    size: options.maxSize,
    maxRecipients,
    maxClients: options.max_clients ?? 50,
    socketTimeout: options.socket_timeout_ms ?? 60_000,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    authOptional: true,
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    banner: 'Bellhop',
    logger: false,
  };
}

function reply(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
