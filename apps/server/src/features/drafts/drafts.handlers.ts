import type { draftRoutes } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import type { Handlers } from '../../http/request-context.ts';
import type { Place } from './draft-place.ts';
import { discardDraft } from './end-draft.ts';
import { type FindVisible, listOwnDrafts, readDraft, readVersions } from './read-drafts.ts';
import { saveDraft } from './save-draft.ts';

/** How drafts find the conversations of their routes, which stand in a later row. */
export interface ConversationDoor {
  /** Throws conversation.not_found. */
  loadVisible(db: Reader, actor: Actor, uuid: string): Promise<{ id: number; uuid: string }>;
  findVisible: FindVisible;
}

const nowhere: Place = { conversation: null, kind: 'new_conversation' };

/** Every draft route and what answers it. */
export function createDraftHandlers(deps: Deps, door: ConversationDoor): Handlers<typeof draftRoutes> {
  const { db, work, clock } = deps;
  const placeOf = async (actor: Actor, params: { uuid: string; kind: 'reply' | 'note' }): Promise<Place> => ({
    conversation: await door.loadVisible(db, actor, params.uuid),
    kind: params.kind,
  });
  const discard = (actor: Actor, place: Place) =>
    work(actor, async (uow) => {
      await discardDraft(uow, place);
      return true as const;
    });
  return {
    'drafts.list_mine': ({ actor }) => listOwnDrafts(db, actor, door.findVisible),
    'drafts.get_new': ({ actor }) => readDraft(db, actor, nowhere),
    'drafts.save_new': ({ actor, body }) => saveDraft(work, actor, nowhere, body),
    'drafts.discard_new': ({ actor }) => discard(actor, nowhere),
    'drafts.versions_new': ({ actor }) => readVersions(db, actor, nowhere, clock.now()),
    'drafts.get': async ({ actor, params }) => readDraft(db, actor, await placeOf(actor, params)),
    'drafts.save': async ({ actor, params, body }) => saveDraft(work, actor, await placeOf(actor, params), body),
    'drafts.discard': async ({ actor, params }) => discard(actor, await placeOf(actor, params)),
    'drafts.versions': async ({ actor, params }) => readVersions(db, actor, await placeOf(actor, params), clock.now()),
  };
}
