import { defaultStatusNames } from 'virtual:contract';
import type { ConversationListItem } from '@bellhop/contract';
import { CircleDot, Clock, Flag, Tag, UserRound, UsersRound } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { type Hotkey, useHotkeys } from '../../../lib/hotkeys.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Combobox, type Option } from '../../../ui/Combobox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { usePriorityOptions } from '../../priorities/index.ts';
import { useIsDone, useStatusOptions } from '../../statuses/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import { usePermissions } from '../actions/permissions.ts';
import { SnoozeChoices } from '../actions/SnoozeMenu.tsx';
import { snoozeUntil } from '../actions/use-snooze.ts';
import { agentChange, priorityChange, statusChange, tagChange, teamChange, unreadChange } from '../bulk-changes.ts';
import { HiddenAnchor, type OpenMenu } from '../thread/bar-parts.tsx';
import { useAfterClose } from '../thread/use-after-close.ts';
import { useBulk } from './use-bulk.ts';
import { commonTags } from './use-ticked-rows.ts';

interface ActionMenusProps {
  /** Name of the list. */
  list: string;
  /** The rows that are changed: the ticked ones, or the one that the keys are at. */
  targets: readonly ConversationListItem[];
  /** Only the keys open the menus; there are no buttons. */
  isHidden?: boolean;
}

const nobody = '';
const noTags: readonly string[] = [];

/** What can be done with rows of a list, each with its key: the same keys as in a conversation. */
export const ActionMenus = memo(function ActionMenus({ list, targets, isHidden = false }: ActionMenusProps) {
  const may = usePermissions();
  const run = useBulk(list, targets);
  const me = useCurrentAgent();
  const [open, setOpen] = useState<OpenMenu>();
  const afterStatus = useAfterClose();
  const agents = withNobody(useAgentOptions(null), t('details.no_agent'));
  const teams = withNobody(useTeamOptions(), t('details.no_team'));
  const { options: priorities, find: findPriority } = usePriorityOptions();
  const statuses = useStatusOptions();
  const tags = useTagOptions(noTags);
  const common = commonTags(targets);
  const { open: opened, resolved, closed, snoozed } = defaultStatusNames;
  const isDoneIn = useIsDone();
  const isDone = targets.every(({ status }) => isDoneIn(status));

  const setStatus = (status: string) => void run(statusChange(status));
  const idOf = (value: string) => (value === nobody ? null : Number(value));
  const keysOf = (isAllowed: boolean, keys: readonly Hotkey[]) => (isAllowed ? keys : []);
  useHotkeys(
    [
      ...keysOf(may.status, [
        { keys: 'e', label: 'hotkeys.resolve', run: () => setStatus(isDone ? opened : resolved) },
        { keys: 'h', label: 'hotkeys.snooze', run: () => setOpen('snooze') },
        { keys: '#', label: 'hotkeys.close', run: () => setStatus(closed) },
      ]),
      ...keysOf(may.agent, [
        { keys: 'a', label: 'hotkeys.agent', run: () => setOpen('agent') },
        { keys: 'i', label: 'hotkeys.assign_me', run: () => void run(agentChange(me.id)) },
      ]),
      ...keysOf(may.team, [{ keys: 't', label: 'hotkeys.team', run: () => setOpen('team') }]),
      ...keysOf(may.priority, [{ keys: 'p', label: 'hotkeys.priority', run: () => setOpen('priority') }]),
      ...keysOf(may.tags, [{ keys: 'l', label: 'hotkeys.tags', run: () => setOpen('tags') }]),
      { keys: 'Shift+u', label: 'hotkeys.unread', run: () => void run(unreadChange()) },
    ],
    targets.length > 0,
  );

  const menu = (name: OpenMenu) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : undefined),
  });
  const trigger = (label: string, keys: string | undefined, icon: ReactNode) =>
    isHidden ? <HiddenAnchor /> : <IconButton label={label} {...(keys ? { keys } : {})} icon={icon} />;
  return (
    <>
      {may.agent && (
        <Combobox
          {...menu('agent')}
          label={t('globals.terms.agent')}
          hasSearch
          options={agents}
          value={noTags}
          onPick={(value) => void run(agentChange(idOf(value)))}
          trigger={trigger(t('details.assign_agent'), 'a', <UserRound aria-hidden />)}
        />
      )}
      {may.team && (
        <Combobox
          {...menu('team')}
          label={t('globals.terms.team')}
          options={teams}
          value={noTags}
          onPick={(value) => void run(teamChange(idOf(value)))}
          trigger={trigger(t('details.assign_team'), 't', <UsersRound aria-hidden />)}
        />
      )}
      {may.status && (
        <>
          <Combobox
            {...menu('status')}
            label={t('globals.terms.status')}
            options={statuses}
            value={noTags}
            onPick={(name) => (name === snoozed ? afterStatus.afterwards(() => setOpen('snooze')) : setStatus(name))}
            onCloseAutoFocus={afterStatus.onCloseAutoFocus}
            trigger={trigger(t('details.set_status'), undefined, <CircleDot aria-hidden />)}
          />
          <SnoozeChoices
            {...menu('snooze')}
            onSnooze={(choice) => void run(statusChange(snoozed, snoozeUntil(choice)))}
            trigger={trigger(t('globals.terms.snooze'), 'h', <Clock aria-hidden />)}
          />
        </>
      )}
      {may.priority && (
        <Combobox
          {...menu('priority')}
          label={t('globals.terms.priority')}
          options={priorities}
          value={noTags}
          onPick={(value) => {
            const priority = findPriority(value);
            if (priority) void run(priorityChange(priority));
          }}
          trigger={trigger(t('details.set_priority'), 'p', <Flag aria-hidden />)}
        />
      )}
      {may.tags && (
        <Combobox
          {...menu('tags')}
          align="end"
          label={t('globals.terms.tag')}
          hasSearch
          isMultiple
          options={tags}
          value={common}
          onPick={(tag) =>
            void run(tagChange(common.includes(tag) ? 'remove_tags' : 'add_tags', tag), { isStaying: true })
          }
          trigger={trigger(t('details.tags'), 'l', <Tag aria-hidden />)}
        />
      )}
    </>
  );
});

function withNobody(options: readonly Option[], label: string): readonly Option[] {
  return [{ value: nobody, label }, ...options];
}
