import type { Conversation } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { newUuid } from '../../lib/uuid.ts';
import { toast } from '../../ui/toast.ts';
import { conversationPath, conversationQueries, type ListScope } from '../conversations/index.ts';
import {
  contentOf,
  drafts,
  newConversation,
  runMacro,
  serverDrafts,
  withoutEmptyEnd,
} from '../conversations/thread/composer/index.ts';
import type { NewFields } from './new-conversation-draft.ts';

/**
 * Starts the conversation that the draft describes, under a name of its own, so that one whose answer was lost is not started
 * twice. Then the actions of its macro run (specification 7) and it opens. A failure is told and nothing is lost. Answers
 * whether it was started.
 */
export function useStartConversation(): { isSaving: boolean; start: (fields: NewFields) => Promise<boolean> } {
  const navigate = useNavigate();
  const client = useQueryClient();
  const agent = useCurrentAgent();
  const [isSaving, setSaving] = useState(false);
  const start = async (fields: NewFields): Promise<boolean> => {
    setSaving(true);
    const store = drafts();
    const send_id = store.read(newConversation, 'reply').attempt ?? newUuid();
    store.change(newConversation, 'reply', { attempt: send_id });
    // The server ends its copy with the send.
    serverDrafts().hold(newConversation, 'reply');
    try {
      const draft = store.read(newConversation, 'reply');
      const conversation = await api('conversations.create', { body: bodyOf(fields, draft, send_id) });
      store.take(newConversation, 'reply', send_id);
      store.sent(newConversation, 'reply');
      client.setQueryData(conversationQueries.detail(conversation.uuid).queryKey, conversation);
      if (draft.macro) {
        await runMacro(conversation.uuid, draft.macro);
        await client.invalidateQueries({ queryKey: conversationQueries.detail(conversation.uuid).queryKey });
      }
      const scope = scopeFor(conversation, agent);
      if (scope) void navigate(conversationPath(scope, conversation.uuid));
      else toast.success(t('new_conversation.started'));
      return true;
    } catch (error) {
      toast.error(toApiError(error).message);
      return false;
    } finally {
      serverDrafts().release(newConversation, 'reply');
      setSaving(false);
    }
  };
  return { isSaving, start };
}

function bodyOf(fields: NewFields, draft: Parameters<typeof contentOf>[0], send_id: string) {
  return {
    subject: fields.subject.trim(),
    content: withoutEmptyEnd(draft.html),
    inbox_id: fields.inbox_id!,
    contact_email: fields.contact_email.trim(),
    first_name: fields.first_name.trim(),
    last_name: fields.last_name.trim(),
    team_id: fields.team_id,
    agent_id: fields.agent_id,
    attachments: draft.files.map((file) => file.id),
    send_id,
    draft: contentOf(draft),
  };
}

/** A list of the agent's in which the conversation stands; none when the agent may not see it. */
function scopeFor(
  { assigned_user_id, assigned_team_id }: Conversation,
  { id, teams, permissions }: ReturnType<typeof useCurrentAgent>,
): ListScope | undefined {
  const may = new Set<string>(permissions);
  if (assigned_user_id === id && may.has('conversations:read_assigned')) return { kind: 'assigned' };
  if (may.has('conversations:read_all')) return { kind: 'all' };
  if (assigned_user_id !== null) return undefined;
  if (assigned_team_id === null) return may.has('conversations:read_unassigned') ? { kind: 'unassigned' } : undefined;
  const isMember = teams.some((team) => team.id === assigned_team_id);
  return isMember && may.has('conversations:read_team_inbox') ? { kind: 'team', team_id: assigned_team_id } : undefined;
}
