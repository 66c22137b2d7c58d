import { statfs } from 'node:fs/promises';
import type { MigrationPlan } from '../db/migrate.ts';
import type { Config } from '../lib/config.ts';
import { sizeText } from './size-text.ts';

/** Says before a migration from which schema to which it goes, and how much room there is for it. */
export async function tellMigration(config: Config, plan: MigrationPlan): Promise<void> {
  const { bavail, bsize } = await statfs(config.data_dir);
  process.stdout.write(`${migrationLines(config, plan, bavail * bsize).join('\n')}\n`);
}

/** The same as lines, with the free bytes of the disk below the data folder. */
export function migrationLines(
  { database_url, data_dir }: Pick<Config, 'database_url' | 'data_dir'>,
  { from, to, steps, bytes }: MigrationPlan,
  free: number,
): string[] {
  const isHere = !database_url;
  return [
    `Schema: from ${from ?? 'none'} to ${to}, ${steps} ${steps === 1 ? 'step' : 'steps'}.`,
    `Disk: the database has ${sizeText(bytes)}; ${sizeText(free)} are free at ${data_dir}${isHere ? '' : ', and how much is free on the disk of DATABASE_URL is not seen from here'}.`,
    // A migration that builds an index or a table anew needs room for it beside the old one.
    ...(isHere && free < bytes
      ? [
          'Less is free than the database has: a migration that runs out of room is taken back, and needs more room then.',
        ]
      : []),
  ];
}
