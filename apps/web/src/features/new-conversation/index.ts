export { NewConversation } from './NewConversation.tsx';
