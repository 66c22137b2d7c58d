import type { DraftContent, DraftKind, DraftVersion } from '@bellhop/contract';
import { type Selectable, sql } from 'kysely';
import { jsonText } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

/** Whose draft of what; `conversation_id` is null for a new conversation. */
export interface DraftKey {
  agent_id: number;
  conversation_id: number | null;
  kind: DraftKind;
}

/** A draft as stored; one that was sent or discarded has no content. */
export type DraftRow = Omit<Selectable<DB['drafts']>, 'content' | 'kind'> & {
  kind: DraftKind;
  content: DraftContent | null;
};

export type DraftVersionRow = Omit<Selectable<DB['draft_versions']>, 'content' | 'reason'> & {
  reason: DraftVersion['reason'];
  content: DraftContent;
};

/** So many earlier states of a draft are kept. */
const keptVersions = 20;

function selectDraft(db: Reader, key: DraftKey) {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('agent_id', '=', key.agent_id)
    .where(sql<boolean>`coalesce(conversation_id, 0) = ${key.conversation_id ?? 0}`)
    .where('kind', '=', key.kind);
}

export async function findDraft(db: Reader, key: DraftKey): Promise<DraftRow | undefined> {
  return (await selectDraft(db, key).executeTakeFirst()) as DraftRow | undefined;
}

/** The row of a draft, locked until the end of the transaction; made without content when there was none. */
export async function lockDraft(db: Transaction, key: DraftKey, now: Date): Promise<DraftRow> {
  await db
    .insertInto('drafts')
    .values({ ...key, version: 0, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await selectDraft(db, key).forUpdate().executeTakeFirstOrThrow()) as DraftRow;
}

/** An agent's drafts that have content, latest first. */
export async function listDrafts(
  db: Reader,
  agentId: number,
): Promise<Pick<DraftRow, 'conversation_id' | 'kind' | 'version' | 'updated_at'>[]> {
  const rows = await db
    .selectFrom('drafts')
    .select(['conversation_id', 'kind', 'version', 'updated_at'])
    .where('agent_id', '=', agentId)
    .where('content', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as DraftKind }));
}

/** The draft under its next version number, with this content, or none. */
export async function patchDraft(
  db: Transaction,
  id: number,
  next: { content: DraftContent | null; media_uuids: string[]; now: Date },
): Promise<DraftRow> {
  const row = await db
    .updateTable('drafts')
    .set({
      version: sql`version + 1`,
      content: next.content === null ? null : jsonText(next.content),
      media_uuids: next.media_uuids,
      updated_at: next.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as DraftRow;
}

/** Keeps a state of a draft, unless it is kept already, and drops those beyond the last 20. */
export async function insertVersion(db: Transaction, state: Omit<DraftVersionRow, 'id'>): Promise<void> {
  await db
    .insertInto('draft_versions')
    .values({ ...state, content: jsonText(state.content) })
    .onConflict((conflict) => conflict.constraint('draft_versions_key').doNothing())
    .execute();
  await sql`delete from draft_versions where draft_id = ${state.draft_id} and version <= (
    select version from draft_versions where draft_id = ${state.draft_id}
    order by version desc offset ${keptVersions} limit 1)`.execute(db);
}

/** When the latest state of a draft that is kept was saved; undefined when none is. */
export async function lastKeptAt(db: Reader, draftId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('draft_versions')
    .select('saved_at')
    .where('draft_id', '=', draftId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.saved_at;
}

/** The kept states of a draft that are younger than a time, latest first. */
export async function listVersions(db: Reader, key: DraftKey, since: Date): Promise<DraftVersionRow[]> {
  const rows = await db
    .selectFrom('draft_versions')
    .selectAll()
    .where('draft_id', 'in', selectDraft(db, key).clearSelect().select('id'))
    .where('saved_at', '>', since)
    .orderBy('version', 'desc')
    .limit(keptVersions)
    .execute();
  return rows as unknown as DraftVersionRow[];
}

/** Drops states saved before a time, and rows of ended drafts that have no state left and are as old. */
export async function deleteOldVersions(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('draft_versions').where('saved_at', '<=', before).execute();
  await sql`delete from drafts where content is null and updated_at <= ${before}
    and not exists (select 1 from draft_versions where draft_id = drafts.id)`.execute(db);
}
