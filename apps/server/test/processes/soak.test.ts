import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runSoak } from '../../../../bench/soak/run-soak.ts';

/** A tenth of what `npm run soak` does. `SOAK_SEED` repeats a plan; the moments of the kills are the machine's. */
const seed = Number(process.env.SOAK_SEED || randomInt(1_000_000));

test('nothing is lost and nothing done twice when the product is killed again and again', {
  timeout: 240_000,
}, async () => {
  const lines = [`SOAK_SEED=${seed}`];
  const report = await runSoak({ mails: 50, replies: 20, kills: 4, seed, say: (line) => lines.push(line) });
  process.stdout.write(`${lines.join('\n')}\n`);
  expect(report.wrong, lines.join('\n')).toEqual([]);
  expect(report.replies.sent_by_smtp + report.replies.kept_locally).toBe(20);
});
