import { useEffect } from 'react';
import { drafts, insertHtml, newConversation } from '../conversations/thread/composer/index.ts';
import { setNewConversationMacro, useNewConversationMacro } from '../macros/index.ts';

/** Takes over a macro that was chosen for the new conversation: its message goes to the caret, its actions wait for the start. */
export function useChosenMacro(): void {
  const macro = useNewConversationMacro();
  useEffect(() => {
    if (!macro) return;
    const { id, name, actions, message_content } = macro;
    drafts().change(newConversation, 'reply', { macro: { id, name, actions } });
    insertHtml(newConversation, 'reply', message_content);
    setNewConversationMacro(undefined);
  }, [macro]);
}
