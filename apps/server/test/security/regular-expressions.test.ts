import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** What reads 120,000 characters in proportion to their number needs milliseconds; the square of it half a minute and more. */
const length = 120_000;
const patienceMs = 12_000;

test('no text that a stranger can send keeps an expression of ours trying', { timeout: 300_000 }, async () => {
  const worker = new Worker(new URL('./fixtures/read-hostile-texts.ts', import.meta.url), { workerData: { length } });
  let step = '';
  let stuck = '';
  const giveUp = () => {
    stuck = step;
    void worker.terminate();
  };
  let patience = setTimeout(giveUp, patienceMs);
  worker.on('message', (next: string) => {
    clearTimeout(patience);
    step = next;
    patience = setTimeout(giveUp, patienceMs);
  });
  const [status] = await once(worker, 'exit');
  clearTimeout(patience);
  expect(stuck).toBe('');
  expect(status, step).toBe(0);
});
