import type { WorkerAnswer, WorkerTask } from '../mail-parser-worker.ts';
import { parseMail } from '../parse-mail.ts';

/** A parser thread for tests: the first word of the mail's body names the way in which it fails. */
export default async function misbehave({ raw, started_at }: WorkerTask): Promise<WorkerAnswer> {
  started_at[0] = Date.now();
  const message = await parseMail(raw);
  const [way] = message.content.trim().split(/\s+/);
  if (way === 'hang') for (;;) Math.random();
  if (way === 'hoard') hoard();
  if (way === 'exit') process.exit(3);
  if (way === 'invalid') return { message: null, error: 'TypeError at somewhere' };
  if (way === 'throw') throw new Error('inside of the promise');
  if (way === 'stray') {
    setImmediate(() => {
      throw new Error('outside of every promise');
    });
    await new Promise(() => {});
  }
  return { message, error: null };
}

function hoard(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => i + kept.length));
}
