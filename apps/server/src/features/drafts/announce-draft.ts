import { tellAgent } from '../../core/tell-agent.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Place } from './draft-place.ts';
import type { DraftRow } from './drafts.queries.ts';

/**
 * Tells the writer's other tabs that the draft changed. Its beginning and its end go into the change log, so that a tab that was
 * away hears of them; the saves in between do not: there is one every second while somebody types.
 */
export function announceDraft(uow: UnitOfWork, place: Place, row: DraftRow, options: { isTurn?: boolean } = {}): void {
  const data = {
    conversation_uuid: place.conversation?.uuid ?? null,
    kind: place.kind,
    version: row.content === null ? 0 : row.version,
  };
  if (options.isTurn) uow.broadcast('draft_changed', data, { to: 'agent', agent_id: row.agent_id });
  else tellAgent(uow, row.agent_id, 'draft_changed', data);
}
