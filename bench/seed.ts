import { parseArgs } from 'node:util';
import { startEmbeddedOrJoin } from '../apps/server/src/cli/running-database.ts';
import { readConfig } from '../apps/server/src/lib/config.ts';
import { createLog } from '../apps/server/src/lib/log.ts';
import { seedDatabase } from './seed-database.ts';

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '10000' },
    'messages-per': { type: 'string', default: '10' },
    agents: { type: 'string', default: '200' },
    teams: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const number = (name: keyof typeof values) => {
  const parsed = Number(values[name]);
  if (!Number.isInteger(parsed) || parsed < 1)
    throw new Error(`--${name} is ${JSON.stringify(values[name])}, but must be a whole number from 1`);
  return parsed;
};

const connection = await startEmbeddedOrJoin(readConfig(), createLog('warn'));
const start = performance.now();
try {
  await seedDatabase(
    connection.database_url,
    {
      conversations: number('conversations'),
      messages_per: number('messages-per'),
      agents: number('agents'),
      teams: number('teams'),
      seed: number('seed'),
    },
    (step, seconds) => process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${step}\n`),
  );
  process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s  in all\n`);
} finally {
  await connection.close();
}
