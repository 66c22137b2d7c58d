import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SentMail {
  from: string;
  to: string;
  /** As it is, with lines that end in CR LF. */
  raw: Buffer;
}

export interface SmtpPeer {
  /** Resolves when each mail was answered with 250; rejects at the first other answer. */
  deliver(mails: readonly SentMail[]): Promise<void>;
  close(): void;
}

/**
 * Another mail server, as it hands its queue over: some connections stay open, and the commands before a mail go together (RFC 2920,
 * which the receiver announces). It shares the cores with what is measured, so it does nothing else.
 */
export async function connectPeer(port: number, connections: number): Promise<SmtpPeer> {
  const dialogues = await Promise.all(Array.from({ length: connections }, () => greet(port)));
  return {
    async deliver(mails) {
      let next = 0;
      const handOver = async (dialogue: Dialogue) => {
        for (let mail = mails[next++]; mail; mail = mails[next++]) await send(dialogue, mail);
      };
      await Promise.all(dialogues.map(handOver));
    },
    close() {
      for (const { socket } of dialogues) socket.end('QUIT\r\n');
    },
  };
}

interface Dialogue {
  socket: Socket;
  /** The codes of the next answers. */
  answers(count: number): Promise<string[]>;
}

async function greet(port: number): Promise<Dialogue> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  const dialogue: Dialogue = { socket, answers: readAnswers(socket) };
  await once(socket, 'connect');
  await expectCodes(dialogue, ['220']);
  socket.write('EHLO bench.sender.example\r\n');
  await expectCodes(dialogue, ['250']);
  return dialogue;
}

async function send(dialogue: Dialogue, { from, to, raw }: SentMail): Promise<void> {
  dialogue.socket.write(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
  await expectCodes(dialogue, ['250', '250', '354']);
  dialogue.socket.write(onTheWire(raw));
  await expectCodes(dialogue, ['250']);
}

async function expectCodes(dialogue: Dialogue, expected: readonly string[]): Promise<void> {
  const codes = await dialogue.answers(expected.length);
  if (codes.join() !== expected.join()) throw new Error(`SMTP answered ${codes.join()} instead of ${expected.join()}`);
}

/** Lines that begin with a dot get another one, and a dot alone ends the mail. */
function onTheWire(raw: Buffer): Buffer {
  const body = raw.includes('\r\n.')
    ? Buffer.from(raw.toString('latin1').replaceAll('\r\n.', '\r\n..'), 'latin1')
    : raw;
  return Buffer.concat([body, Buffer.from('\r\n.\r\n')]);
}

/** An answer may have several lines, of which the last has a blank behind its code. */
function readAnswers(socket: Socket): Dialogue['answers'] {
  let text = '';
  let codes: string[] = [];
  let asked: { count: number; resolve(codes: string[]): void; reject(error: Error): void } | null = null;
  const answer = () => {
    if (!asked || codes.length < asked.count) return;
    asked.resolve(codes.slice(0, asked.count));
    codes = codes.slice(asked.count);
    asked = null;
  };
  socket.on('data', (chunk: string) => {
    const lines = `${text}${chunk}`.split('\r\n');
    text = lines.pop()!;
    codes.push(...lines.filter((line) => line[3] === ' ').map((line) => line.slice(0, 3)));
    answer();
  });
  socket.on('error', (error) => asked?.reject(error));
  socket.on('close', () => asked?.reject(new Error('SMTP connection ended')));
  return (count) =>
    new Promise((resolve, reject) => {
      asked = { count, resolve, reject };
      answer();
    });
}
