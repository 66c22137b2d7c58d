import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import {
  Check,
  CircleDot,
  CircleX,
  Clock,
  Flag,
  Lock,
  Mail,
  MessageSquareReply,
  Reply,
  RotateCcw,
  Sparkles,
  Tag,
  UserRound,
  UserRoundCheck,
  UsersRound,
  Zap,
} from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { useCan, useCurrentAgent } from '../../../lib/session.ts';
import { aiQueries } from '../../ai/index.ts';
import {
  openComposer,
  suggestReply,
  summarise,
  useConversationChanges,
  useMarkUnread,
  usePermissions,
  useSetStatusByName,
} from '../../conversations/actions/index.ts';
import type { PaletteEntry } from '../entry.ts';

const nothingOpen = { uuid: '', unread_message_count: 0 };

/** What can be done with the open conversation, as far as the agent may (specification 2, interface "Keys"). */
export function useConversationEntries(conversation: Conversation | undefined): readonly PaletteEntry[] {
  const may = usePermissions();
  const mayWrite = useCan('messages:write');
  const mayRead = useCan('messages:read');
  const { data: ai } = useQuery({ ...aiQueries.status(), enabled: conversation !== undefined });
  const me = useCurrentAgent();
  const { assignAgent } = useConversationChanges(conversation?.uuid ?? '');
  const setStatus = useSetStatusByName(conversation);
  const markUnread = useMarkUnread(conversation ?? nothingOpen);
  if (!conversation) return [];
  const { uuid, status, assigned_user_id } = conversation;
  const { open, resolved, closed } = defaultStatusNames;
  const isDone = ([resolved, closed] as string[]).includes(status);
  const entries: (Omit<PaletteEntry, 'group' | 'id'> & { isAllowed: boolean; name: string })[] = [
    {
      name: 'macro',
      label: t('palette.macro'),
      icon: <Zap aria-hidden />,
      keys: 'm',
      isAllowed: mayWrite,
      to: 'apply-macro-to-existing-conversation',
    },
    {
      name: 'snooze',
      label: t('palette.snooze'),
      icon: <Clock aria-hidden />,
      keys: 'h',
      isAllowed: may.status,
      to: 'snooze',
    },
    {
      name: 'resolve',
      label: t('globals.terms.resolve'),
      icon: <Check aria-hidden />,
      keys: 'e',
      isAllowed: may.status && !isDone,
      to: () => setStatus(resolved),
    },
    {
      name: 'reopen',
      label: t('details.reopen'),
      icon: <RotateCcw aria-hidden />,
      ...(isDone ? { keys: 'e' } : {}),
      isAllowed: may.status && status !== open,
      to: () => setStatus(open),
    },
    {
      name: 'reply',
      label: t('globals.terms.reply'),
      icon: <Reply className="flips" aria-hidden />,
      keys: 'r',
      isAllowed: mayWrite,
      to: () => openComposer(uuid, 'reply'),
    },
    {
      name: 'note',
      label: t('globals.terms.privateNote'),
      icon: <Lock aria-hidden />,
      keys: 'n',
      isAllowed: mayWrite,
      to: () => openComposer(uuid, 'note'),
    },
    {
      name: 'summarise',
      label: t('ai.summarise'),
      also: t('ai.also'),
      icon: <Sparkles aria-hidden />,
      isAllowed: ai?.summarise === true && mayRead,
      to: () => summarise(uuid),
    },
    {
      name: 'suggest',
      label: t('ai.suggest'),
      also: t('ai.also'),
      icon: <MessageSquareReply className="flips" aria-hidden />,
      isAllowed: ai?.suggest === true && mayRead && mayWrite,
      to: () => suggestReply(uuid),
    },
    {
      name: 'agent',
      label: t('palette.agent'),
      icon: <UserRound aria-hidden />,
      keys: 'a',
      isAllowed: may.agent,
      to: 'agent',
    },
    {
      name: 'assign_me',
      label: t('details.assign_to_me'),
      icon: <UserRoundCheck aria-hidden />,
      keys: 'i',
      isAllowed: may.agent && assigned_user_id !== me.id,
      to: () => assignAgent(me.id),
    },
    {
      name: 'team',
      label: t('palette.team'),
      icon: <UsersRound aria-hidden />,
      keys: 't',
      isAllowed: may.team,
      to: 'team',
    },
    {
      name: 'priority',
      label: t('palette.priority'),
      icon: <Flag aria-hidden />,
      keys: 'p',
      isAllowed: may.priority,
      to: 'priority',
    },
    { name: 'tags', label: t('palette.tags'), icon: <Tag aria-hidden />, keys: 'l', isAllowed: may.tags, to: 'tags' },
    {
      name: 'status',
      label: t('palette.status'),
      icon: <CircleDot aria-hidden />,
      isAllowed: may.status,
      to: 'status',
    },
    {
      name: 'close',
      label: t('hotkeys.close'),
      icon: <CircleX aria-hidden />,
      keys: '#',
      isAllowed: may.status && status !== closed,
      to: () => setStatus(closed),
    },
    {
      name: 'unread',
      label: t('details.mark_unread'),
      icon: <Mail aria-hidden />,
      keys: 'Shift+u',
      isAllowed: true,
      to: markUnread,
    },
  ];
  return entries
    .filter(({ isAllowed }) => isAllowed)
    .map(({ isAllowed: _allowed, name, ...entry }) => ({
      ...entry,
      id: `conversation.${name}`,
      group: 'conversation',
    }));
}
