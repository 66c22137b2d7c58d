import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow, { type HoodiecrowConnection } from 'hoodiecrow-imap';
import { createSelfSigned } from './self-signed.ts';

/** Refuses a command (`NO text`, `BAD text`), ends the connection, leaves the client without an answer, or goes on. */
export type ImapAnswer = `NO ${string}` | `BAD ${string}` | 'drop' | 'silence' | undefined;

export interface ImapServerOptions {
  /** Extensions, for example IDLE, CONDSTORE, ENABLE, STARTTLS; ESEARCH is announced and refused. */
  plugins?: string[];
  tls?: boolean;
  uidvalidity?: number;
  /** 0 takes a free port. */
  port?: number;
}

export interface ImapServer {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Lines that clients sent, without their tags. */
  commands: string[];
  /** Adds a mail to INBOX, announces it to idling clients, and returns its UID. */
  append(raw: string, date?: Date): number;
  /** Removes a mail without telling anybody. */
  vanish(uid: number): void;
  /** Gives INBOX a new UIDVALIDITY and its mails new UIDs from 1 on. */
  renumber(uidvalidity: number): void;
  /** Flags of all mails, to see whether a client changed any. */
  flags(): string[][];
  /** Asked for every command; undefined lets it pass. */
  answer(decide: (line: string) => ImapAnswer): void;
  /** Ends all connections. */
  drop(): void;
  /** Connections made so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A small IMAP server on 127.0.0.1, in this process, with its mails in memory. */
export async function startImapServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let decide: (line: string) => ImapAnswer = () => undefined;
  let connections = 0;
  const plugins = options.plugins ?? ['IDLE'];
  const server = hoodiecrow({
    plugins: plugins.filter((name) => name !== 'ESEARCH'),
    users: { desk: { password: 'sesame' } },
    storage: { INBOX: { uidvalidity: options.uidvalidity ?? 7, messages: [] }, '': { folders: { Other: {} } } },
    secureConnection: options.tls ?? false,
    credentials: createSelfSigned(),
  });
  if (plugins.includes('ESEARCH')) server.registerCapability('ESEARCH');
  server.connectionHandlers.push((connection) => intercept(connection));
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // The server writes an answer in pieces, which Nagle's algorithm would hold back.
    socket.setNoDelay(true);
    // A client that is cut off resets its end, and so may we.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const inbox = server.getMailbox('INBOX');

  function intercept(connection: HoodiecrowConnection): void {
    const pass = connection.scheduleCommand.bind(connection);
    connection.scheduleCommand = (line) => {
      const [, tag = '*', command = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
      commands.push(command);
      const said =
        plugins.includes('ESEARCH') && /SEARCH RETURN/i.test(command) ? 'BAD No ESEARCH today' : decide(command);
      if (said === undefined) pass(line);
      else if (said === 'drop') connection.socket?.destroy();
      else if (said !== 'silence') {
        const [, status = 'NO', text = ''] = /^(\S+) (.*)$/.exec(said) ?? [];
        connection.send({ tag, command: status, attributes: [{ type: 'TEXT', value: text }] });
      }
    };
  }

  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    user: 'desk',
    password: 'sesame',
    commands,
    append: (raw, date = new Date()) => server.appendMessage('INBOX', [], date, raw).message.uid,
    vanish(uid) {
      inbox.messages.splice(0, inbox.messages.length, ...inbox.messages.filter((mail) => mail.uid !== uid));
    },
    renumber(uidvalidity) {
      inbox.uidvalidity = uidvalidity;
      inbox.messages.forEach((mail, index) => {
        mail.uid = index + 1;
      });
      inbox.uidnext = inbox.messages.length + 1;
    },
    flags: () => inbox.messages.map((mail) => mail.flags),
    answer(next) {
      decide = next;
    },
    drop,
    connections: () => connections,
    async close() {
      const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
      drop();
      await closed;
    },
  };
}
