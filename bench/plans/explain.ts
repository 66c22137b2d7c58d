import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '../../apps/server/src/db/types.ts';

/** A desk whose statements can be asked for their plans. */
export interface Asker {
  pool: pg.Pool;
  db: Kysely<DB>;
  /** Runs `body` and answers the statements that it sent through `db`. */
  sentBy(body: () => Promise<unknown>): Promise<CompiledQuery[]>;
  /** How PostgreSQL runs a statement, with what it read; the lines of the plan. */
  explain(query: CompiledQuery): Promise<string[]>;
  close(): Promise<void>;
}

export function openAsker(databaseUrl: string): Asker {
  // Two, so that a plan can be asked for while a snapshot is open.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  let sent: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log(event) {
      sent.push(event.query);
    },
  });
  return {
    pool,
    db,
    async sentBy(body) {
      sent = [];
      await body();
      return sent;
    },
    async explain(query) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, costs off, timing off) ${query.sql}`,
        [...query.parameters],
      );
      // Long lists of numbers say nothing of the plan.
      return rows.map((row) => row['QUERY PLAN'].replace(/'\{[\d,]{80,}\}'/g, "'{…}'"));
    },
    close: () => db.destroy(),
  };
}

export function section(title: string, lines: readonly string[]): string {
  return `\n## ${title}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
}
