import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast.ts';
import { needsAssigneeToast, useConversationChanges } from '../conversation-changes.ts';

/**
 * Sets a status by name as far as that is possible: resolving needs an agent (wire B 1.9), and says so in a toast that
 * offers to take the conversation oneself.
 */
export function useSetStatusByName(conversation: Conversation | undefined): (name: string) => void {
  const { setStatus, assignAgent } = useConversationChanges(conversation?.uuid ?? '');
  const me = useCurrentAgent();
  return (name) => {
    if (!conversation || name === conversation.status) return;
    if (name !== defaultStatusNames.resolved || conversation.assigned_user_id !== null) {
      setStatus({ status: name });
      return;
    }
    const takeIt = {
      label: t('details.assign_to_me'),
      onClick: () => assignAgent(me.id),
    };
    toast.error(t('errors.conversation.resolve_needs_assignee'), {
      id: needsAssigneeToast,
      ...(can('conversations:update_user_assignee', me) ? { action: takeIt } : {}),
    });
  };
}
