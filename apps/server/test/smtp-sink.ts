import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { createSelfSigned } from './self-signed.ts';

/** A mail that the sink was handed; `accepted` is false when the sink was told to refuse it or to drop the connection. */
export interface SunkMail {
  from: string;
  to: string[];
  raw: Buffer;
  /** Name that the client gave itself with EHLO. */
  hello: string;
  /** User that signed in, '' without sign-in. */
  user: string;
  is_encrypted: boolean;
  accepted: boolean;
  /** Number of the connection, counted from 1. */
  connection: number;
}

/** A reply such as `450 4.2.0 Try later`, or an action on the connection; undefined accepts. */
export type SinkAnswer = string | 'drop' | undefined;

/** What the sink does otherwise than accept. Each is asked anew every time, so a test may count or change its mind. */
export interface SinkBehaviour {
  onConnect?: (connection: number) => SinkAnswer;
  onMailFrom?: (address: string) => SinkAnswer;
  onRcptTo?: (address: string) => SinkAnswer;
  /**
   * After the whole message came in. 'drop' ends the connection without a reply, 'drop after reply' right behind the 250;
   * a text that begins with 2 is a 250 reply in these words.
   */
  onData?: (mail: SunkMail) => SinkAnswer | 'drop after reply' | Promise<SinkAnswer | 'drop after reply'>;
}

export interface SmtpSinkOptions {
  /** User names and passwords; with any, mail is taken only after sign-in. */
  users?: Record<string, string>;
  tls?: 'none' | 'starttls' | 'tls';
  auth_methods?: ('PLAIN' | 'LOGIN' | 'CRAM-MD5')[];
  max_size?: number;
  behaviour?: SinkBehaviour;
  /** 0 takes a free port. */
  port?: number;
}

export interface SmtpSink {
  host: string;
  port: number;
  /** Every mail whose DATA came in complete, in order, refused ones included. */
  messages: SunkMail[];
  /** The certificate, for clients that check it. */
  cert: string;
  /** Connections made so far. */
  connections(): number;
  /** Connections open now. */
  open(): number;
  /** Replaces the behaviour from the next command on. */
  behave(behaviour: SinkBehaviour): void;
  /** The first accepted mail that fits, now or later. The test's own time limit ends a wait in vain. */
  waitFor(predicate: (mail: SunkMail) => boolean): Promise<SunkMail>;
  /** Ends all connections at once and stops listening. */
  close(): Promise<void>;
}

/** A real SMTP server on 127.0.0.1 that keeps what it is sent, with sign-in, STARTTLS and misbehaviour on demand. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const certificate = createSelfSigned();
  const tls = options.tls ?? 'none';
  const users = new Map(Object.entries(options.users ?? {}));
  const messages: SunkMail[] = [];
  const waiting: { predicate: (mail: SunkMail) => boolean; resolve: (mail: SunkMail) => void }[] = [];
  const numbers = new Map<string, number>();
  let behaviour = options.behaviour ?? {};
  let connections = 0;

  const settings: SMTPServerOptions = {
    key: certificate.key,
    cert: certificate.cert,
    secure: tls === 'tls',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(users.size === 0 ? ['AUTH'] : [])],
    authOptional: users.size === 0,
    authMethods: options.auth_methods ?? ['PLAIN', 'LOGIN', 'CRAM-MD5'],
    allowInsecureAuth: tls === 'none',
    ...(options.max_size === undefined ? {} : { size: options.max_size }),
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onAuth(auth, _session, callback) {
      const password = users.get(auth.username ?? '');
      const isRight = password !== undefined && (auth.validatePassword?.(password) || auth.password === password);
      if (isRight) callback(null, { user: auth.username });
      else callback(replyError('535 5.7.8 Authentication credentials invalid'));
    },
    onConnect(session, callback) {
      connections += 1;
      numbers.set(session.id, connections);
      answer(behaviour.onConnect?.(connections), session, callback);
    },
    onMailFrom(address, session, callback) {
      answer(behaviour.onMailFrom?.(address.address), session, callback);
    },
    onRcptTo(address, session, callback) {
      answer(behaviour.onRcptTo?.(address.address), session, callback);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = sunkMail(session, Buffer.concat(chunks), numbers.get(session.id) ?? 0);
        messages.push(mail);
        const said = stream.sizeExceeded ? '552 5.3.4 Message too large' : await behaviour.onData?.(mail);
        if (said === 'drop') return drop(session);
        if (said !== undefined && said !== 'drop after reply' && !said.startsWith('2'))
          return callback(replyError(said));
        mail.accepted = true;
        callback(null, said === undefined || said === 'drop after reply' ? 'Kept' : said.replace(/^\d+ /, ''));
        if (said === 'drop after reply') setImmediate(() => drop(session));
        for (const waiter of waiting.filter(({ predicate }) => predicate(mail))) {
          waiting.splice(waiting.indexOf(waiter), 1);
          waiter.resolve(mail);
        }
      });
    },
  };

  const server = new SMTPServer(settings);
  // A client that leaves in the middle of something is part of what is tested.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');

  function drop(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.session.id === session.id) connection._socket.destroy();
  }

  function answer(said: SinkAnswer, session: SMTPServerSession, callback: (error?: Error | null) => void): void {
    if (said === undefined) callback();
    else if (said === 'drop') drop(session);
    else callback(replyError(said));
  }

  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    messages,
    cert: certificate.cert,
    connections: () => connections,
    open: () => server.connections.size,
    behave(next) {
      behaviour = next;
    },
    waitFor(predicate) {
      const found = messages.find((mail) => mail.accepted && predicate(mail));
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ predicate, resolve }));
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of server.connections) connection._socket.destroy();
      await closed;
    },
  };
}

function sunkMail(session: SMTPServerSession, raw: Buffer, connection: number): SunkMail {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map((one) => one.address),
    raw,
    hello: session.hostNameAppearsAs,
    user: typeof session.user === 'string' ? session.user : '',
    is_encrypted: session.secure,
    accepted: false,
    connection,
  };
}

function replyError(reply: string): Error {
  const [, code = '550', text = ''] = /^(\d{3}) ?(.*)$/.exec(reply) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}
