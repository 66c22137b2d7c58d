import { api } from '../../../lib/api.ts';
import { toast } from '../../../ui/toast.ts';
import { drafts } from '../drafts.ts';
import { localMessages } from '../thread/local-messages.ts';
import { fingerprint, newConversation } from './draft.ts';
import { createDraftSync, type DraftSync } from './draft-sync.ts';

let sync: DraftSync | undefined;

/** What keeps the drafts of this device and those of the server the same; begins with the first call. */
export function serverDrafts(): DraftSync {
  sync ??= createDraftSync({
    store: drafts(),
    calls: {
      list: () => api('drafts.list_mine'),
      get: (uuid, kind) => (isNew(uuid) ? api('drafts.get_new') : api('drafts.get', { params: { uuid, kind } })),
      save: (uuid, kind, body) =>
        isNew(uuid) ? api('drafts.save_new', { body }) : api('drafts.save', { params: { uuid, kind }, body }),
      discard: (uuid, kind) =>
        isNew(uuid) ? api('drafts.discard_new') : api('drafts.discard', { params: { uuid, kind } }),
    },
    isBeingSent: ({ uuid, mode }, draft) =>
      localMessages(uuid).some((local) => local.mode === mode && fingerprint(local.draft) === fingerprint(draft)),
    onTooLarge: (message) => toast.error(message, { id: 'draft-too-large' }),
  });
  return sync;
}

function isNew(uuid: string): boolean {
  return uuid === newConversation;
}
