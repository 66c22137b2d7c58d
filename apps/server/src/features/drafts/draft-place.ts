import type { Draft, DraftHead, DraftKind } from '@bellhop/contract';
import type { DraftKey, DraftRow } from './drafts.queries.ts';

/** Where a draft stands: in a conversation that its writer sees, or in none yet. */
export type Place =
  | { conversation: { id: number; uuid: string }; kind: 'reply' | 'note' }
  | { conversation: null; kind: 'new_conversation' };

export function keyOf(agentId: number, place: Place): DraftKey {
  return { agent_id: agentId, conversation_id: place.conversation?.id ?? null, kind: place.kind };
}

/** The draft as served; null for one that was sent or discarded. */
export function viewDraft(place: Place, row: DraftRow | undefined): Draft | null {
  if (!row?.content) return null;
  return { ...viewHead(place.conversation?.uuid ?? null, row), content: row.content };
}

export function viewHead(
  conversationUuid: string | null,
  row: { kind: DraftKind; version: number; updated_at: Date },
): DraftHead {
  return {
    conversation_uuid: conversationUuid,
    kind: row.kind,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  };
}
