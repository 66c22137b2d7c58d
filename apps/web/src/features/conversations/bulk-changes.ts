import { defaultStatusNames } from 'virtual:contract';
import type { BulkAction, Conversation, ConversationListItem, Priority } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type ApiRequest, api, toApiError } from '../../lib/api.ts';
import { patchConversations } from './list-cache.ts';

/** An action for many conversations, and what it shows before the server has confirmed it. */
export interface BulkChange {
  action: ApiRequest<'conversations.bulk'>['body']['action'];
  patch: (row: ConversationListItem) => Partial<Conversation>;
}

/** Most conversations of one action (contract). */
export const mostAtOnce = 500;
/** So many go in one call: each is a change of its own on the server, and a call has ten seconds. */
const perCall = 100;

/** What did not work out: which conversations are as before, and the server's reasons, each once. */
export interface BulkFailure {
  uuids: string[];
  reasons: string[];
}

/** Sets a status; for Snoozed, `more` says until when. */
export function statusChange(
  status: string,
  more: { snoozed_until?: string; snoozed_until_at?: string; until?: Date } = {},
): BulkChange {
  const { until, ...sent } = more;
  const reopened = status === defaultStatusNames.open ? { resolved_at: null, closed_at: null } : {};
  return {
    action: { type: 'set_status', status, ...sent },
    patch: () => ({ status, snoozed_until: until?.toISOString() ?? null, ...reopened }),
  };
}

/** Gives conversations to an agent, or to nobody. */
export function agentChange(assignee_id: number | null): BulkChange {
  return { action: { type: 'assign_user', assignee_id }, patch: () => ({ assigned_user_id: assignee_id }) };
}

/** Gives conversations to a team, or to none. */
export function teamChange(assignee_id: number | null): BulkChange {
  return { action: { type: 'assign_team', assignee_id }, patch: () => ({ assigned_team_id: assignee_id }) };
}

export function priorityChange({ id, name }: Priority): BulkChange {
  return {
    action: { type: 'set_priority', priority: name },
    patch: () => ({ priority: name, priority_id: id }),
  };
}

/** Makes conversations unread for oneself. How many entries that are comes with the server's answer. */
export function unreadChange(): BulkChange {
  return {
    action: { type: 'mark_unread' },
    patch: ({ unread_message_count }) => ({ unread_message_count: Math.max(1, unread_message_count) }),
  };
}

/** Adds a tag, or takes it away. */
export function tagChange(type: Extract<BulkAction['type'], 'add_tags' | 'remove_tags'>, tag: string): BulkChange {
  return {
    action: { type, tags: [tag] },
    patch: ({ tags }) => {
      const others = tags.filter((each) => each !== tag);
      return { tags: type === 'add_tags' ? [...others, tag] : others };
    },
  };
}

/**
 * Changes many conversations: at once on screen, then on the server, in calls of a hundred. What the server refuses is taken
 * back. Answers what failed, undefined when nothing did.
 */
export async function changeMany(
  client: QueryClient,
  uuids: readonly string[],
  { action, patch }: BulkChange,
): Promise<BulkFailure | undefined> {
  const takeBack = patchConversations(client, uuids, patch);
  const failed: string[] = [];
  const reasons = new Set<string>();
  for (let from = 0; from < uuids.length; from += perCall) {
    const part = uuids.slice(from, from + perCall);
    try {
      const answer = await api('conversations.bulk', { body: { uuids: part, action } });
      for (const { uuid, message } of answer.failed) {
        failed.push(uuid);
        reasons.add(message);
      }
      if (answer.failed.some(({ code }) => code === 'general.unavailable')) {
        failed.push(...uuids.slice(from + perCall));
        break;
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      reasons.add(error.message);
      // Nobody answers: the next hundred would wait as long for nothing.
      const isAway = error.status_code === 0 || error.status_code >= 500;
      failed.push(...(isAway ? uuids.slice(from) : part));
      if (isAway) break;
    }
  }
  if (failed.length === 0) return undefined;
  takeBack(failed);
  return { uuids: failed, reasons: [...reasons] };
}
