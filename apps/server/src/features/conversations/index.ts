export { findVisibleUuids, visibleTo } from './access.queries.ts';
export { loadVisible, lockVisible } from './access.ts';
export { broadcastMessageStatus, broadcastNewMessage, broadcastProps } from './broadcasts.ts';
export { patchConversation } from './conversation-patch.ts';
export { findConversationForUpdate, findConversationsForUpdate, insertConversation } from './conversation-rows.ts';
export { createConversationHandlers } from './conversations.handlers.ts';
export { type ConversationRow, findAssignment } from './conversations.queries.ts';
export { demandSomeList, listMatching, listViewConversations } from './list/list-view.ts';
export { checkFilterRows } from './list/read-filter.ts';
export { indexBacklog } from './search-words/index-backlog.ts';
export { messageWords, plainAddress } from './search-words/message-words.ts';
export type { Activity } from './thread/activity-text.ts';
export { addActivity } from './thread/add-activity.ts';
export { addNote } from './thread/add-note.ts';
export { withoutSurveyLinks } from './thread/hide-survey-links.ts';
export { isDatabaseTrouble } from './thread/intake-failure.ts';
export { mentionReaders } from './thread/mentions.ts';
export type { MessageRow, NewMessage } from './thread/messages.queries.ts';
export { previewOf } from './thread/preview.ts';
export { processMail } from './thread/process-mail.job.ts';
export { queueReply, type Reply } from './thread/queue-reply.ts';
export { resumeMail } from './thread/resume-mail.ts';
export { sendDueMail } from './thread/send-due-mail.ts';
export { type Sender, startSender } from './thread/start-sender.ts';
export {
  insertMessage,
  patchMessageStatus,
  recordDelivered,
  setWaitingSince,
  touchSummary,
} from './thread/store-message.ts';
export { variableValues } from './thread/variable-values.ts';
export { assignTeam } from './verbs/assign-team.ts';
export { assignUser } from './verbs/assign-user.ts';
export { markSeen } from './verbs/mark-seen.ts';
export { readsOwn } from './verbs/reads-own.ts';
export { releaseFromAgent, releaseFromTeam } from './verbs/release.ts';
export { removeTeam } from './verbs/remove-team.ts';
export { removeUser } from './verbs/remove-user.ts';
export { reopen } from './verbs/reopen.ts';
export { type AttributeInput, setAttributes } from './verbs/set-attributes.ts';
export { setPriority } from './verbs/set-priority.ts';
export { setStatus } from './verbs/set-status.ts';
export { setTags, type TagsMode } from './verbs/set-tags.ts';
export { wakeSnoozed } from './verbs/wake-snoozed.ts';
export { viewConversations, viewMessagesOf } from './view-by-id.ts';
