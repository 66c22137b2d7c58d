export { broadcastNewMessage } from './broadcasts.ts';
export { findConversationForUpdate, insertConversation } from './conversation-rows.ts';
export type { ConversationRow } from './conversations.queries.ts';
export type { MessageRow, NewMessage } from './thread/messages.queries.ts';
export {
  addParticipant,
  insertMessage,
  patchMessageStatus,
  recordDelivered,
  setWaitingSince,
  touchSummary,
} from './thread/store-message.ts';
