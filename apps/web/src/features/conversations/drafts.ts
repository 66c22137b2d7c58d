import { useSyncExternalStore } from 'react';
import { t } from '../../lib/i18n.ts';
import { findCurrentAgent } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import type { ComposeMode, Draft } from './drafts/draft.ts';
import { createDraftStore, type DraftState, type DraftStore } from './drafts/draft-store.ts';

const saveAfterMs = 300;

let open: { agent_id: number; store: DraftStore } | undefined;

/** The drafts of the signed-in agent on this device. */
export function drafts(): DraftStore {
  const agent_id = findCurrentAgent()?.id ?? 0;
  if (open?.agent_id !== agent_id) open = { agent_id, store: openStore(agent_id) };
  return open.store;
}

/** Whether an unfinished reply or note waits in a conversation; the list shows a mark. */
export function useHasDraft(uuid: string): boolean {
  return useSyncExternalStore(drafts().subscribe, () => drafts().hasDraft(uuid));
}

/** What is being written in a conversation. */
export function useDraft(uuid: string, mode: ComposeMode): Draft {
  return useSyncExternalStore(drafts().subscribe, () => drafts().read(uuid, mode));
}

/** How what is being written stands to the server's copy, and to what was written elsewhere. */
export function useDraftState(uuid: string, mode: ComposeMode): DraftState {
  return useSyncExternalStore(drafts().subscribe, () => drafts().state(uuid, mode));
}

/** Changes when the editor has to start anew with what the draft now holds. */
export function useDraftRevision(uuid: string, mode: ComposeMode): number {
  return useSyncExternalStore(drafts().subscribe, () => drafts().revision(uuid, mode));
}

function openStore(agent_id: number): DraftStore {
  const store = createDraftStore({
    storage: localStorage,
    agent_id,
    delayMs: saveAfterMs,
    onUnsaved: (error) => {
      console.warn(error);
      toast.error(t('composer.draft_unsaved'), { id: 'draft-unsaved' });
    },
  });
  // A page that is hidden may be gone without another word; so it is on phones.
  window.addEventListener('pagehide', store.flush);
  document.addEventListener('visibilitychange', store.flush);
  window.addEventListener('storage', ({ key, newValue }) => store.reload(key, newValue));
  return store;
}
