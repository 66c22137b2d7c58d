import { getHeapSpaceStatistics } from 'node:v8';
import { noteInHand, type WorkerAnswer, type WorkerTask } from '../mail-parser-worker.ts';
import { parseMail } from '../parse-mail.ts';

/** A parser thread for tests: the first word of the mail's body names the way in which it fails. */
export default async function misbehaveWith({ raws, in_hand }: WorkerTask): Promise<WorkerAnswer[]> {
  const answers: WorkerAnswer[] = [];
  for (const [index, raw] of raws.entries()) {
    noteInHand(in_hand, index);
    answers.push(await misbehave(raw));
  }
  return answers;
}

async function misbehave(raw: Uint8Array): Promise<WorkerAnswer> {
  const message = await parseMail(raw);
  const [way] = message.content.trim().split(/\s+/);
  if (way === 'hang') for (;;) Math.random();
  if (way === 'hoard') hoard();
  if (way === 'litter') return { message: { ...message, content: String(litter()) }, error: null };
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

/** Makes more garbage than any room for new objects holds; answers how large that room became, in bytes. */
function litter(): number {
  let held: unknown[] = [];
  for (let i = 0; i < 2e6; i++) {
    if (held.push({ i }) > 10_000) held = [];
  }
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}
