import { defaultStatusNames } from 'virtual:contract';
import type { ConversationListItem } from '@bellhop/contract';
import {
  Check,
  CircleDot,
  CircleX,
  Clock,
  Flag,
  Mail,
  RotateCcw,
  Tag,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { PaletteLevel } from '../../../lib/palette-level.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import {
  agentChange,
  type BulkChange,
  commonTags,
  priorityChange,
  statusChange,
  tagChange,
  teamChange,
  unreadChange,
  usePermissions,
} from '../../conversations/actions/index.ts';
import { usePriorityOptions } from '../../priorities/index.ts';
import { useStatusOptions } from '../../statuses/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import type { PaletteEntry } from '../entry.ts';

/** What the palette changes while rows are ticked: all of them, in place of the open conversation. */
export interface Ticked {
  rows: readonly ConversationListItem[];
  run: (change: BulkChange, options?: { isStaying?: boolean }) => Promise<void>;
}

const nobody = '';
const noTags: readonly string[] = [];

/** The entries of a level for the ticked rows: what can be done with them, or the values to choose from. */
export function useTickedEntries(level: PaletteLevel, { rows, run }: Ticked): readonly PaletteEntry[] {
  const may = usePermissions();
  const me = useCurrentAgent();
  const agents = useAgentOptions(null);
  const teams = useTeamOptions();
  const priorities = usePriorityOptions();
  const statuses = useStatusOptions();
  const tags = useTagOptions(noTags);
  if (rows.length === 0) return [];
  const change = (wanted: BulkChange) => () => void run(wanted);
  const { open, resolved, closed, snoozed } = defaultStatusNames;
  const common = commonTags(rows);
  const choices = (
    isAllowed: boolean,
    options: readonly Option[],
    icon: ReactNode,
    to: (value: string) => PaletteEntry['to'],
  ) =>
    (isAllowed ? options : []).map(
      ({ value, label, lead, hint, also }): PaletteEntry => ({
        id: `ticked.${level}.${value}`,
        label,
        group: 'choice',
        icon: lead || icon,
        ...(hint ? { hint } : {}),
        ...(also ? { also } : {}),
        ...(level === 'tags' ? { isChosen: common.includes(value), staysOpen: true } : {}),
        to: to(value),
      }),
    );
  const idOf = (value: string) => (value === nobody ? null : Number(value));
  switch (level) {
    case 'agent':
      return choices(
        may.agent,
        [{ value: nobody, label: t('details.no_agent') }, ...agents],
        <UserRound aria-hidden />,
        (value) => change(agentChange(idOf(value))),
      );
    case 'team':
      return choices(
        may.team,
        [{ value: nobody, label: t('details.no_team') }, ...teams],
        <UsersRound aria-hidden />,
        (value) => change(teamChange(idOf(value))),
      );
    case 'priority':
      return choices(may.priority, priorities.options, <Flag aria-hidden />, (value) => () => {
        const priority = priorities.find(value);
        if (priority) void run(priorityChange(priority));
      });
    case 'status':
      return choices(may.status, statuses, <CircleDot aria-hidden />, (name) =>
        name === snoozed ? 'snooze' : change(statusChange(name)),
      );
    case 'tags':
      return choices(may.tags, tags, <Tag aria-hidden />, (tag) => () => {
        void run(tagChange(common.includes(tag) ? 'remove_tags' : 'add_tags', tag), { isStaying: true });
      });
    case '':
      return [
        entry(may.status, 'snooze', t('palette.snooze'), 'h', <Clock aria-hidden />, 'snooze'),
        entry(
          may.status,
          'resolve',
          t('globals.terms.resolve'),
          'e',
          <Check aria-hidden />,
          change(statusChange(resolved)),
        ),
        entry(
          may.status,
          'reopen',
          t('details.reopen'),
          undefined,
          <RotateCcw aria-hidden />,
          change(statusChange(open)),
        ),
        entry(may.agent, 'agent', t('palette.agent'), 'a', <UserRound aria-hidden />, 'agent'),
        entry(
          may.agent,
          'assign_me',
          t('details.assign_to_me'),
          'i',
          <UserRoundCheck aria-hidden />,
          change(agentChange(me.id)),
        ),
        entry(may.team, 'team', t('palette.team'), 't', <UsersRound aria-hidden />, 'team'),
        entry(may.priority, 'priority', t('palette.priority'), 'p', <Flag aria-hidden />, 'priority'),
        entry(may.tags, 'tags', t('palette.tags'), 'l', <Tag aria-hidden />, 'tags'),
        entry(may.status, 'status', t('palette.status'), undefined, <CircleDot aria-hidden />, 'status'),
        entry(may.status, 'close', t('hotkeys.close'), '#', <CircleX aria-hidden />, change(statusChange(closed))),
        entry(true, 'unread', t('details.mark_unread'), 'Shift+u', <Mail aria-hidden />, change(unreadChange())),
      ].flat();
    default:
      return [];
  }
}

/** One action, when it is allowed. Its id is that of the same action on an open conversation: what was used last is one thing. */
function entry(
  isAllowed: boolean,
  name: string,
  label: string,
  keys: string | undefined,
  icon: ReactNode,
  to: PaletteEntry['to'],
): PaletteEntry[] {
  if (!isAllowed) return [];
  return [{ id: `conversation.${name}`, label, group: 'conversation', icon, to, ...(keys ? { keys } : {}) }];
}
