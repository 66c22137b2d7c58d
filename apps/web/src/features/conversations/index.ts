export { conversationQueries } from './conversations.api.ts';
export {
  applyConversationProp,
  applyConversationTags,
  applyMessageProp,
  applyMessageRemoved,
  applyNewMessage,
  applyReload,
} from './conversations.cache.ts';
export { applyDraftChanged, startDrafts } from './drafts.ts';
export { useScopeTotal } from './list/use-scope-total.ts';
export { conversationPath, type ListScope, listPath, scopeOf } from './paths.ts';
export { applyPresence, forgetPresence, speakPresence } from './presence.ts';
export { dayName } from './thread/message-time.ts';
export { undoLastSend } from './thread/undo-last.ts';
