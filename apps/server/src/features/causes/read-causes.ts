import type { CausePage, CausesQuery, CauseTrace, ExplainedCause } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { loadVisible } from '../conversations/index.ts';
import { type CauseRow, findCause, findParents, listOfConversation } from './causes.queries.ts';

/** So long a chain is told; whatever loops has been stopped long before. */
const longestChain = 20;

/** Why things happened in a conversation, newest first. Throws conversation.not_found. */
export async function listCauses(
  db: Reader,
  actor: Actor,
  uuid: string,
  { cursor, limit }: CausesQuery,
): Promise<CausePage> {
  const { id } = await loadVisible(db, actor, uuid);
  const rows = await listOfConversation(db, id, { before: cursor ?? null, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { results: await explained(db, shown), next_cursor: rows.length > limit ? shown.at(-1)!.id : null };
}

/** One of them. Throws conversation.not_found and cause.not_found. */
export async function getCause(
  db: Reader,
  actor: Actor,
  { uuid, id }: { uuid: string; id: number },
): Promise<ExplainedCause> {
  const conversation = await loadVisible(db, actor, uuid);
  const row = await findCause(db, conversation.id, id);
  if (!row) throw new AppError('cause.not_found');
  return (await explained(db, [row]))[0]!;
}

async function explained(db: Reader, rows: readonly CauseRow[]): Promise<ExplainedCause[]> {
  const children = rows.filter(({ parent_id }) => parent_id !== null).map(({ id }) => id);
  const parents = children.length > 0 ? await findParents(db, children, longestChain) : [];
  return rows.map((row) => ({
    ...causeView(row),
    parents: parents.filter(({ under }) => under === row.id).map(causeView),
  }));
}

const nothing: CauseTrace = { event: null, rule: null, group_operator: null, groups: [], actions: [], facts: [] };

/** A record as it is told; an older version's may lack members. */
export function causeView({ id, created_at, kind, parent_id, rule_id, failed, trace }: CauseRow) {
  const created = created_at.toISOString();
  return { id, created_at: created, kind, parent_id, rule_id, failed, trace: { ...nothing, ...trace } };
}
