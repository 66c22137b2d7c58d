import { Clock, Keyboard, LogOut, Moon, PanelLeft, Repeat, Settings2, SquarePen, Sun, Zap } from 'lucide-react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { openNewConversation } from '../../../lib/new-conversation.ts';
import { openPalette } from '../../../lib/palette-level.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { toggleSidebar } from '../../../lib/sidebar.ts';
import { pickTheme, useTheme } from '../../../lib/theme.ts';
import { useSetAvailability } from '../../users/index.ts';
import type { PaletteEntry } from '../entry.ts';

/** What belongs to the desk itself: looks, availability, keys, the way out. */
export function useDeskEntries(onShowKeys: () => void): readonly PaletteEntry[] {
  const theme = useTheme();
  const navigate = useNavigate();
  const { availability_status: status } = useCurrentAgent();
  const { mutate: setAvailability } = useSetAvailability();
  const isReassigning = status === 'away_and_reassigning';
  const isAway = isReassigning || status === 'away_manual';
  const group = 'desk' as const;
  return [
    {
      id: 'desk.new_conversation',
      label: t('hotkeys.new_conversation'),
      group,
      icon: <SquarePen aria-hidden />,
      keys: 'c',
      to: openNewConversation,
    },
    {
      id: 'desk.new_macro',
      label: t('new_conversation.with_macro'),
      also: t('palette.macro'),
      group,
      icon: <Zap aria-hidden />,
      to: () => openPalette('apply-macro-to-new-conversation'),
    },
    {
      id: 'desk.theme',
      label: theme === 'dark' ? t('palette.light') : t('palette.dark'),
      also: t('shell.theme'),
      group,
      icon: theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />,
      to: () => pickTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'desk.away',
      label: isAway ? t('palette.online') : t('palette.away'),
      group,
      icon: <Clock aria-hidden />,
      to: () => setAvailability(isAway ? 'online' : 'away_manual'),
    },
    {
      id: 'desk.reassign',
      label: isReassigning ? t('palette.reassign_off') : t('palette.reassign_on'),
      also: t('navigation.reassignReplies'),
      group,
      icon: <Repeat aria-hidden />,
      to: () => setAvailability(isReassigning ? 'away_manual' : 'away_and_reassigning'),
    },
    {
      id: 'desk.sidebar',
      label: t('hotkeys.sidebar'),
      group,
      icon: <PanelLeft className="flips" aria-hidden />,
      keys: 'mod+b',
      to: toggleSidebar,
    },
    {
      id: 'desk.keys',
      label: t('hotkeys.list'),
      group,
      icon: <Keyboard aria-hidden />,
      keys: '?',
      to: onShowKeys,
    },
    {
      id: 'desk.keyboard',
      label: t('keyboard.change'),
      group,
      icon: <Settings2 aria-hidden />,
      to: () => void navigate('/account/keyboard'),
    },
    {
      id: 'desk.logout',
      label: t('navigation.logout'),
      group,
      icon: <LogOut className="flips" aria-hidden />,
      to: () => window.location.assign('/logout'),
    },
  ];
}
