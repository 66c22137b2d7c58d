import { Readable } from 'node:stream';
import type { FilterCondition } from '@bellhop/rules';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import type { LanguagePack } from '../../http/texts.ts';
import { csvRow } from '../../lib/csv.ts';
import { listForExport } from './activity-log.queries.ts';
import { activityView, type Desk, readConditions } from './read-activities.ts';
import { recordActivity } from './record-activity.ts';

/** Rows that are read at a time. */
const batch = 1_000;

const columns = [
  'id',
  'created_at',
  'activity_type',
  'activity_description',
  'actor_id',
  'actor_email',
  'target_model_type',
  'target_model_id',
  'ip',
  'via',
  'changes',
] as const;

/**
 * What fits the filters as a CSV file, newest first, read batch by batch while it is sent. That it was taken is written down before the first
 * byte leaves. Throws input.invalid naming the member.
 */
export async function exportActivityLog(
  deps: Pick<Deps, 'db' | 'work' | 'clock'>,
  desk: Desk,
  actor: Actor,
  request: { filters: string | undefined; reply: FastifyReply },
): Promise<Readable> {
  const conditions = await readConditions(desk, request.filters);
  await deps.work(actor, (uow) =>
    recordActivity(uow, {
      activity_type: 'export',
      actor,
      target_user_id: actor.id,
      params: { what: 'activity_logs', ...(conditions.length > 0 && { filters: request.filters }) },
      ip: actor.ip ?? null,
    }),
  );
  const day = deps.clock.now().toISOString().slice(0, 10);
  request.reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="activity-log-${day}.csv"`,
    'x-content-type-options': 'nosniff',
  });
  return Readable.from(lines(deps.db, desk.languagePack(), conditions), { objectMode: false });
}

async function* lines(
  db: Reader,
  pack: LanguagePack,
  conditions: readonly FilterCondition[],
): AsyncGenerator<Buffer, void> {
  // By the mark spreadsheets know that it is UTF-8.
  yield Buffer.from(`\ufeff${csvRow(columns)}`);
  let last: { created_at: Date; id: number } | null = null;
  for (;;) {
    const rows = await listForExport(db, conditions, last, batch);
    const text = rows.map((row) => {
      const { deed: _deed, updated_at: _updated, changed: _changed, ...view } = activityView(pack, row);
      const cells = { ...view, changes: row.changes ? JSON.stringify(row.changes) : '' };
      return csvRow(columns.map((column) => cells[column]));
    });
    if (text.length > 0) yield Buffer.from(text.join(''));
    if (rows.length < batch) return;
    last = rows.at(-1)!;
  }
}
