const eventName = 'bellhop:new-conversation';

/** Opens the dialog that starts a conversation, from anywhere (specification 2). */
export function openNewConversation(): void {
  window.dispatchEvent(new Event(eventName));
}

/** Hears of wishes to start a conversation; answers how to stop. */
export function onNewConversation(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
