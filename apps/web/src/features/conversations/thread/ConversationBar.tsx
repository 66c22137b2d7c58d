import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { Check, Clock, PanelRight, RotateCcw, Tag } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type Hotkey, useHotkeys } from '../../../lib/hotkeys.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { useIsDone } from '../../statuses/index.ts';
import { type Permissions, usePermissions } from '../actions/permissions.ts';
import { AgentPicker, PriorityPicker, StatusPicker, TagPicker, TeamPicker } from '../actions/pickers.tsx';
import { SnoozeMenu } from '../actions/SnoozeMenu.tsx';
import { useSetStatusByName } from '../actions/use-resolve.ts';
import { useConversationChanges } from '../conversation-changes.ts';
import { useHasTicks } from '../list/selection.ts';
import { useMarkUnread } from '../list/use-mark-unread.ts';
import { AssigneeButton, AssigneeName, BackButton, HiddenAnchor, type OpenMenu } from './bar-parts.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { useAfterClose } from './use-after-close.ts';

const PresenceLine = lazy(() => import('./PresenceLine.tsx'));

interface ConversationBarProps {
  conversation: Conversation;
  /** The menu that stands open. */
  open: OpenMenu | undefined;
  onOpen: (menu: OpenMenu | undefined) => void;
  hasPanel: boolean;
  onTogglePanel: () => void;
}

/** What can be done with the open conversation; each with its key. Missing permissions leave their part out. */
export function ConversationBar({ conversation, open, onOpen, hasPanel, onTogglePanel }: ConversationBarProps) {
  const afterStatus = useAfterClose();
  const may = usePermissions();
  const isPhone = useMedia(screens.phone);
  const setStatus = useSetStatusByName(conversation);
  const isDone = useIsDone()(conversation.status);
  const resolve = () => setStatus(isDone ? defaultStatusNames.open : defaultStatusNames.resolved);
  const resolveText = isDone ? t('details.reopen') : t('globals.terms.resolve');
  const menu = (name: OpenMenu) => ({
    conversation,
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => onOpen(isOpen ? name : undefined),
  });
  useActionKeys(conversation, may, { resolve, setStatus, onOpen });

  return (
    <div className="bar conversation-bar">
      <BackButton />
      {may.agent ? (
        <AgentPicker {...menu('agent')} trigger={<AssigneeButton conversation={conversation} />} />
      ) : (
        <AssigneeName conversation={conversation} />
      )}
      {may.team && <TeamPicker {...menu('team')} trigger={<HiddenAnchor />} />}
      {may.priority && <PriorityPicker {...menu('priority')} trigger={<HiddenAnchor />} />}
      {may.status && (
        <StatusPicker
          {...menu('status')}
          onPick={setStatus}
          onSnooze={() => afterStatus.afterwards(() => onOpen('snooze'))}
          onCloseAutoFocus={afterStatus.onCloseAutoFocus}
          trigger={<HiddenAnchor />}
        />
      )}
      <span className="end" />
      <Suspense>
        <PresenceLine uuid={conversation.uuid} />
      </Suspense>
      {may.tags && (
        <TagPicker
          {...menu('tags')}
          align="end"
          trigger={
            isPhone ? (
              <HiddenAnchor />
            ) : (
              <IconButton className="in-menu-too" label={t('details.tags')} keys="l" icon={<Tag aria-hidden />} />
            )
          }
        />
      )}
      {may.status && (
        <SnoozeMenu
          {...menu('snooze')}
          trigger={<IconButton label={t('globals.terms.snooze')} keys="h" icon={<Clock aria-hidden />} />}
        />
      )}
      {!hasPanel && (
        <IconButton
          label={t('details.show')}
          icon={<PanelRight className="flips" aria-hidden />}
          onClick={onTogglePanel}
        />
      )}
      <MoreMenu conversation={conversation} may={may} onOpen={onOpen} setStatus={setStatus} />
      {may.status && (
        <Tooltip label={resolveText} keys="e">
          <Button
            className="resolve"
            icon={isDone ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            onClick={resolve}
          >
            {resolveText}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}

interface KeyActions {
  resolve: () => void;
  setStatus: (name: string) => void;
  onOpen: (menu: OpenMenu) => void;
}

function useActionKeys(conversation: Conversation, may: Permissions, { resolve, setStatus, onOpen }: KeyActions): void {
  const { uuid, assigned_user_id } = conversation;
  const { assignAgent } = useConversationChanges(uuid);
  const markUnread = useMarkUnread(conversation);
  const me = useCurrentAgent();
  const hasTicks = useHasTicks();
  const keysOf = (isAllowed: boolean, keys: readonly Hotkey[]) => (isAllowed ? keys : []);
  useHotkeys(
    [
      ...keysOf(may.status, [
        { keys: 'e', label: 'hotkeys.resolve', run: resolve },
        { keys: 'h', label: 'hotkeys.snooze', run: () => onOpen('snooze') },
        { keys: '#', label: 'hotkeys.close', run: () => setStatus(defaultStatusNames.closed) },
      ]),
      ...keysOf(may.agent, [
        { keys: 'a', label: 'hotkeys.agent', run: () => onOpen('agent') },
        { keys: 'i', label: 'hotkeys.assign_me', run: () => assigned_user_id !== me.id && assignAgent(me.id) },
      ]),
      ...keysOf(may.team, [{ keys: 't', label: 'hotkeys.team', run: () => onOpen('team') }]),
      ...keysOf(may.priority, [{ keys: 'p', label: 'hotkeys.priority', run: () => onOpen('priority') }]),
      ...keysOf(may.tags, [{ keys: 'l', label: 'hotkeys.tags', run: () => onOpen('tags') }]),
      { keys: 'Shift+u', label: 'hotkeys.unread', run: markUnread },
    ],
    !hasTicks,
  );
}
