import { parseArgs } from 'node:util';
import { runCollisions } from './soak/run-collisions.ts';
import { runSoak } from './soak/run-soak.ts';

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '500' },
    replies: { type: 'string', default: '200' },
    kills: { type: 'string', default: '30' },
    /** Rounds of two agents who answer at the same instant. */
    collisions: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Keeps the data folder and the log even when all is well. */
    keep: { type: 'boolean', default: false },
  },
});
const number = (name: 'mails' | 'replies' | 'kills' | 'collisions' | 'seed') => {
  const parsed = Number(values[name]);
  if (!Number.isInteger(parsed) || parsed < 0)
    throw new Error(`--${name} is ${JSON.stringify(values[name])}, but must be a whole number`);
  return parsed;
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = number('seed');
say(`seed ${seed} (repeat with: npm run soak -- --seed ${seed})`);
const rounds = number('collisions');
if (rounds > 0) say(`two agents answer at the same instant, ${rounds} times`);
const collided = rounds > 0 ? await runCollisions({ rounds, seed }) : [];
for (const finding of collided) say(`WRONG: ${finding}`);
const { wrong, kills, folder, ...figures } = await runSoak({
  mails: number('mails'),
  replies: number('replies'),
  kills: number('kills'),
  seed,
  keep: values.keep,
  say,
});
say(JSON.stringify({ kills: kills.length, ...figures }, null, 2));
for (const finding of wrong) say(`WRONG: ${finding}`);
if (folder !== null) say(`kept for a look: ${folder}`);
process.exit(wrong.length + collided.length === 0 ? 0 : 1);
