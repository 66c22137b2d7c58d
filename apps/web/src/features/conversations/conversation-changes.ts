import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { painted } from '../../lib/after-paint.ts';
import { api, toApiError } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { conversationQueries } from './conversations.api.ts';
import { patchConversation } from './conversations.cache.ts';
import { beginChange, endChange, inTurn } from './pending-changes.ts';

/** The toast that says who is missing before a conversation can be resolved; an assignment settles it. */
export const needsAssigneeToast = 'resolve-needs-assignee';

/** A status by name; Snoozed also takes for how long, such as 6h, and the exact moment (RFC 3339) where somebody picked one. */
export interface StatusChange {
  status: string;
  snoozed_until?: string;
  snoozed_until_at?: string;
  /** When that is, to be shown at once. */
  until?: Date;
}

/**
 * What an agent can change about a conversation. Each change shows at once and is taken back, with a toast, when the
 * server refuses it.
 */
export function useConversationChanges(uuid: string) {
  const params = { uuid };
  const assign = useChange(
    uuid,
    (assignee_id: number | null) =>
      assignee_id === null
        ? api('conversations.remove_user', { params })
        : api('conversations.assign_user', { params, body: { assignee_id } }),
    (assigned_user_id) => ({ assigned_user_id }),
  );
  return {
    setStatus: useChange(
      uuid,
      ({ until: _shown, ...body }: StatusChange) => api('conversations.set_status', { params, body }),
      ({ status, until }) => ({
        status,
        snoozed_until: until?.toISOString() ?? null,
        ...(status === defaultStatusNames.open ? { resolved_at: null, closed_at: null } : {}),
      }),
    ),
    setPriority: useChange(
      uuid,
      ({ name }: { id: number; name: string }) =>
        api('conversations.set_priority', { params, body: { priority: name } }),
      ({ id, name }) => ({ priority: name, priority_id: id }),
    ),
    /** Its deadlines follow as the server counts them. */
    setSla: useChange(
      uuid,
      (policy: { id: number; name: string } | null) =>
        api('conversations.set_sla', { params, body: { policy_id: policy?.id ?? null } }),
      (policy) => ({ sla_policy_id: policy?.id ?? null, sla_policy_name: policy?.name ?? null }),
    ),
    assignAgent: (assignee_id: number | null) => {
      toast.dismiss(needsAssigneeToast);
      assign(assignee_id);
    },
    assignTeam: useChange(
      uuid,
      (assignee_id: number | null) =>
        assignee_id === null
          ? api('conversations.remove_team', { params })
          : api('conversations.assign_team', { params, body: { assignee_id } }),
      (assigned_team_id) => ({ assigned_team_id }),
    ),
    setTags: useChange(
      uuid,
      (tags: readonly string[]) => api('conversations.set_tags', { params, body: { tags: JSON.stringify(tags) } }),
      (tags) => ({ tags: [...tags] }),
    ),
    /** Unread for oneself again, given how many entries are now. */
    markUnread: useChange(
      uuid,
      (_now: number) => api('messages.mark_unread', { params }),
      (now) => ({ unread_message_count: Math.max(1, now) }),
    ),
  };
}

export type AttributeOwner = 'conversation' | 'contact';

/** Changes single attributes of the conversation or of its contact; null removes one (settled question 26). */
export function useAttributeChange(conversation: Conversation, owner: AttributeOwner) {
  const { uuid, contact, custom_attributes } = conversation;
  const params = { uuid };
  return useChange(
    uuid,
    (body: Record<string, unknown>) =>
      owner === 'contact'
        ? api('conversations.merge_contact_attributes', { params, body })
        : api('conversations.merge_attributes', { params, body }),
    (change) =>
      owner === 'contact'
        ? { contact: { ...contact, custom_attributes: merge(contact.custom_attributes, change) } }
        : { custom_attributes: merge(custom_attributes, change) },
  );
}

function merge(values: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...values, ...change }).filter(([, value]) => value !== null));
}

interface Call {
  uuid: string;
  send: () => Promise<unknown>;
  patch: Partial<Conversation>;
}

function useChange<V>(
  uuid: string,
  send: (value: V) => Promise<unknown>,
  patch: (value: V) => Partial<Conversation>,
): (value: V) => void {
  const client = useQueryClient();
  return (value) => change(client, { uuid, send: () => send(value), patch: patch(value) });
}

/**
 * A mutation that no component observes: its stages would draw the conversation anew, while the change itself is on screen
 * already. A failure is told as those of all mutations are (lib/query-client.ts).
 */
function change(client: QueryClient, call: Call): void {
  const mutation = client.getMutationCache().build(client, {
    // A server beside the browser, or a busy machine, would take its time from the drawing otherwise.
    mutationFn: ({ uuid, send }: Call) => inTurn(uuid, () => painted().then(send)),
    onMutate: ({ uuid, patch }) => beginChange(uuid, patch, patchConversation(client, uuid, patch)),
    onSuccess: (_answer, { uuid }, pending) => endChange(uuid, pending, 'kept'),
    onError: (error, { uuid }, pending) => {
      if (pending) endChange(uuid, pending, 'refused');
      // Permissions and assignments may have changed without this page hearing of it.
      if ([403, 404].includes(toApiError(error).status_code)) {
        void client.invalidateQueries({ queryKey: conversationQueries.detail(uuid).queryKey });
      }
    },
  });
  mutation.execute(call).catch(() => {});
}
