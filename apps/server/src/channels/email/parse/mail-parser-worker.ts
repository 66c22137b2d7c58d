import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { InboundMessage } from '../../channel.ts';
import { parseMail } from './parse-mail.ts';

/** What a worker is given: the mail, and shared memory in which it notes the time (ms since 1970) of its start. */
export interface WorkerTask {
  raw: Uint8Array;
  started_at: Float64Array;
}

/** What the worker answers: the message, or the text of the error that the parser itself threw. */
export type WorkerAnswer = { message: InboundMessage; error: null } | { message: null; error: string };

/** Entry of a parser thread: parses one mail and hands the attachment bytes over without copying them. */
export default async function parseInWorker({ raw, started_at }: WorkerTask): Promise<WorkerAnswer> {
  started_at[0] = Date.now();
  try {
    return handOver(await parseMail(raw));
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

function handOver(message: InboundMessage): WorkerAnswer {
  const attachments = message.attachments.map((file) => ({ ...file, content: ownBytes(file.content) }));
  const answer: WorkerAnswer = { message: { ...message, attachments }, error: null };
  const buffers = attachments.map((file) => file.content.buffer as ArrayBuffer);
  // The types promise a plain value; at run time the object below is unwrapped and its buffers are moved.
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return answer;
    },
  }) as unknown as WorkerAnswer;
}

/** A view into a larger buffer would drag the whole of it along, and two views would move it twice. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
