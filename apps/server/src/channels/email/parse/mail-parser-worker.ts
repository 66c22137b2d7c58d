import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { InboundMessage } from '../../channel.ts';
import { parseMail } from './parse-mail.ts';

/** What a worker is given: mails, and shared memory in which it notes which one it has in hand. */
export interface WorkerTask {
  raws: Uint8Array[];
  in_hand: InHand;
}

/** Index of the mail in hand, and the time (ms since 1970) at which it was begun: 0 before the first. */
export type InHand = Float64Array;

/** What the worker answers for each: the message, or the text of the error that the parser itself threw. */
export type WorkerAnswer = { message: InboundMessage; error: null } | { message: null; error: string };

/** Entry of a parser thread: parses some mails one after the other and hands the attachment bytes over without copying them. */
export default async function parseInWorker({ raws, in_hand }: WorkerTask): Promise<WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  for (const [index, raw] of raws.entries()) {
    noteInHand(in_hand, index);
    answers.push(await parseOne(raw));
  }
  return handOver(answers);
}

/** The time last: the index counts with it. */
export function noteInHand(inHand: InHand, index: number): void {
  inHand[0] = index;
  inHand[1] = Date.now();
}

async function parseOne(raw: Uint8Array): Promise<WorkerAnswer> {
  try {
    const message = await parseMail(raw);
    const attachments = message.attachments.map((file) => ({ ...file, content: ownBytes(file.content) }));
    return { message: { ...message, attachments }, error: null };
  } catch (error) {
    return { message: null, error: describe(error) };
  }
}

/** Kind and place of an error; its message could quote the mail. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return `${error.name} ${place?.trim() ?? ''}`.trim();
}

function handOver(answers: WorkerAnswer[]): WorkerAnswer[] {
  const files = answers.flatMap(({ message }) => message?.attachments ?? []);
  const buffers = files.map((file) => file.content.buffer as ArrayBuffer);
  // The types promise a plain value; at run time the object below is unwrapped and its buffers are moved.
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return answers;
    },
  }) as unknown as WorkerAnswer[];
}

/** A view into a larger buffer would drag the whole of it along, and two views would move it twice. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
