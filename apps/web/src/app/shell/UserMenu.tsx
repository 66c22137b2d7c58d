import type { AvailabilityStatus } from '@bellhop/contract';
import { CircleUserRound, Clock, Keyboard, LogOut, Moon, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSetAvailability } from '../../features/users/index.ts';
import { fullName } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { pickTheme, useTheme } from '../../lib/theme.ts';
import { Avatar, Dot } from '../../ui/Avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuSwitch } from '../../ui/Menu.tsx';

interface UserMenuProps {
  side: 'right' | 'top';
  onShowKeys: () => void;
  /** Stands below the picture, in the tab bar. */
  caption?: ReactNode;
}

/** Account, availability, theme and the way out. */
export function UserMenu({ side, onShowKeys, caption }: UserMenuProps) {
  const agent = useCurrentAgent();
  const theme = useTheme();
  const { mutate: setAvailability } = useSetAvailability();
  const { availability_status: status } = agent;
  const name = fullName(agent);
  const isAway = status === 'away_manual' || status === 'away_and_reassigning';
  const isReassigning = status === 'away_and_reassigning';
  return (
    <Menu
      side={side}
      align="end"
      label={name}
      trigger={
        <button type="button" className="you" aria-label={t('availability.menu', { name, state: stateText(status) })}>
          <Avatar {...agent} size={28} isUs dot={dotOf(status)} />
          {caption}
        </button>
      }
    >
      <div className="you-head">
        <strong className="cut" dir="auto">
          {name}
        </strong>
        <span className="cut muted">{agent.email}</span>
        <span className="you-state">
          <Dot tone={dotOf(status)} /> {stateText(status)}
        </span>
      </div>
      <MenuLine />
      <AccountItem />
      <MenuLine />
      <MenuLabel>{t('globals.terms.availabilityStatus')}</MenuLabel>
      <MenuSwitch
        icon={<Clock aria-hidden />}
        isOn={isAway}
        onChange={(on) => setAvailability(on ? 'away_manual' : 'online')}
      >
        {t('navigation.away')}
      </MenuSwitch>
      <MenuSwitch
        icon={<Repeat aria-hidden />}
        isOn={isReassigning}
        onChange={(on) => setAvailability(on ? 'away_and_reassigning' : 'away_manual')}
      >
        {t('navigation.reassignReplies')}
      </MenuSwitch>
      <MenuLine />
      <MenuSwitch
        icon={<Moon aria-hidden />}
        isOn={theme === 'dark'}
        onChange={(isDark) => pickTheme(isDark ? 'dark' : 'light')}
      >
        {t('navigation.darkMode')}
      </MenuSwitch>
      <MenuItem icon={<Keyboard aria-hidden />} keys="?" onSelect={onShowKeys}>
        {t('hotkeys.title')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut className="flips" aria-hidden />} onSelect={() => window.location.assign('/logout')}>
        {t('navigation.logout')}
      </MenuItem>
    </Menu>
  );
}

/** By itself: what navigates is drawn anew with each change of the address. */
function AccountItem() {
  const navigate = useNavigate();
  return (
    <MenuItem icon={<CircleUserRound aria-hidden />} onSelect={() => void navigate('/account')}>
      {t('globals.terms.account')}
    </MenuItem>
  );
}

/** Green online, amber any away, grey offline (specification 4). */
function dotOf(status: AvailabilityStatus): 'good' | 'warn' | 'off' {
  if (status === 'online') return 'good';
  return status === 'offline' ? 'off' : 'warn';
}

function stateText(status: AvailabilityStatus): string {
  if (status === 'online') return t('globals.terms.online');
  if (status === 'offline') return t('globals.terms.offline');
  return status === 'away_and_reassigning' ? t('globals.terms.awayReassigning') : t('globals.terms.away');
}
