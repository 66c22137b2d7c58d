export { conversationQueries } from './conversations.api.ts';
export {
  applyConversationProp,
  applyConversationTags,
  applyMessageProp,
  applyMessageRemoved,
  applyNewMessage,
  applyReload,
} from './conversations.cache.ts';
export { useScopeTotal } from './list/use-scope-total.ts';
export { speakPresence } from './load-presence.ts';
export { conversationPath, type ListScope, listPath, scopeOf } from './paths.ts';
export { applyPresence, forgetPresence } from './presence.ts';
export { applyDraftChanged, startDrafts } from './start-drafts.ts';
export { dayName } from './thread/message-time.ts';
export { undoLastSend } from './thread/undo-last.ts';
