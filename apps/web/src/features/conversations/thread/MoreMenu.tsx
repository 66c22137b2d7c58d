import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { CircleDot, CircleX, Ellipsis, Flag, Link, Mail, Tag, UserRoundCheck, UsersRound } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import type { Permissions } from '../actions/permissions.ts';
import { useConversationChanges } from '../conversation-changes.ts';
import { useMarkUnread } from '../list/use-mark-unread.ts';
import { conversationPath } from '../paths.ts';
import type { OpenMenu } from './bar-parts.tsx';
import { copyAddress } from './copy-address.ts';
import { useAfterClose } from './use-after-close.ts';

interface MoreMenuProps {
  conversation: Conversation;
  may: Permissions;
  onOpen: (menu: OpenMenu) => void;
  setStatus: (name: string) => void;
}

/** Everything that has no button of its own in the bar, with its key. */
export function MoreMenu({ conversation, may, onOpen, setStatus }: MoreMenuProps) {
  const me = useCurrentAgent();
  const { uuid } = conversation;
  const { assignAgent } = useConversationChanges(uuid);
  const markUnread = useMarkUnread(conversation);
  const afterClose = useAfterClose();
  const open = (menu: OpenMenu) => afterClose.afterwards(() => onOpen(menu));
  return (
    <Menu
      align="end"
      label={t('details.more')}
      onCloseAutoFocus={afterClose.onCloseAutoFocus}
      trigger={<IconButton label={t('details.more')} icon={<Ellipsis aria-hidden />} />}
    >
      {may.agent && conversation.assigned_user_id !== me.id && (
        <MenuItem icon={<UserRoundCheck aria-hidden />} keys="i" onSelect={() => assignAgent(me.id)}>
          {t('details.assign_to_me')}
        </MenuItem>
      )}
      {may.team && (
        <MenuItem icon={<UsersRound aria-hidden />} keys="t" onSelect={() => open('team')}>
          {t('details.assign_team')}
        </MenuItem>
      )}
      {may.status && (
        <MenuItem icon={<CircleDot aria-hidden />} onSelect={() => open('status')}>
          {t('details.set_status')}
        </MenuItem>
      )}
      {may.priority && (
        <MenuItem icon={<Flag aria-hidden />} keys="p" onSelect={() => open('priority')}>
          {t('details.set_priority')}
        </MenuItem>
      )}
      {may.tags && (
        <MenuItem icon={<Tag aria-hidden />} keys="l" onSelect={() => open('tags')}>
          {t('details.tags')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<Mail aria-hidden />} keys="Shift+u" onSelect={() => afterClose.afterwards(markUnread)}>
        {t('details.mark_unread')}
      </MenuItem>
      {/* It leads to the list of all conversations, in which every colleague may find it. */}
      <MenuItem icon={<Link aria-hidden />} onSelect={() => void copyAddress(conversationPath({ kind: 'all' }, uuid))}>
        {t('details.copy_link')}
      </MenuItem>
      {may.status && conversation.status !== defaultStatusNames.closed && (
        <MenuItem icon={<CircleX aria-hidden />} keys="#" onSelect={() => setStatus(defaultStatusNames.closed)}>
          {t('details.close')}
        </MenuItem>
      )}
    </Menu>
  );
}
