export { actionText } from './action-text.ts';
export { MacroChips } from './MacroChips.tsx';
export { applyMacro, macroQueries } from './macros.api.ts';
export { setNewConversationMacro, useNewConversationMacro } from './new-conversation-macro.ts';
export { useMacros } from './use-macros.ts';
