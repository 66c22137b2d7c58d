export { conversationQueries } from './conversations.api.ts';
export {
  applyConversationProp,
  applyConversationTags,
  applyMessageProp,
  applyNewMessage,
  applyReload,
} from './conversations.cache.ts';
export { useScopeTotal } from './list/use-scope-total.ts';
export { conversationPath, type ListScope, listPath, scopeOf } from './paths.ts';
