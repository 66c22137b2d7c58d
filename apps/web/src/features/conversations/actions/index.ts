/** What can be done with a conversation, for the command palette: apart from the feature's own door, which every screen loads. */
export {
  agentChange,
  type BulkChange,
  priorityChange,
  statusChange,
  tagChange,
  teamChange,
  unreadChange,
} from '../bulk-changes.ts';
export { useConversationChanges } from '../conversation-changes.ts';
export { useMarkUnread } from '../list/use-mark-unread.ts';
export { commonTags, useTickedRows } from '../list/use-ticked-rows.ts';
export { currentMode, openComposer } from '../thread/composer/composer-state.ts';
export { insertMacro, runMacro } from '../thread/composer/draft-macro.ts';
export { ComposedHtml } from '../thread/letter/ComposedHtml.tsx';
export { dayAndTime } from '../thread/message-time.ts';
export { suggestReply, summarise } from './ai-actions.ts';
export { usePermissions } from './permissions.ts';
export { SnoozeDialog } from './SnoozeDialog.tsx';
export { presetName, snoozePresets } from './snooze.ts';
export { useSetStatusByName } from './use-resolve.ts';
export { type SnoozeChoice, snoozeUntil, useSnooze } from './use-snooze.ts';
