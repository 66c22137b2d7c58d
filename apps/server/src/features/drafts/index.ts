export type { Place as DraftPlace } from './draft-place.ts';
export { createDraftHandlers } from './drafts.handlers.ts';
export { endDraft, endRepeatedDraft } from './end-draft.ts';
export { expireDrafts } from './expire-drafts.ts';
export { restoreDraft } from './restore-draft.ts';
export { storableContent } from './save-draft.ts';
