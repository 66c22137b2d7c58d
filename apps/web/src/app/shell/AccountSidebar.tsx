import {
  Bell,
  CircleUserRound,
  Keyboard,
  KeyRound,
  LockKeyhole,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { plural, type TextKey, t } from '../../lib/i18n.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { SectionSidebar } from './SectionSidebar.tsx';

const items: readonly [path: string, label: () => string, about: TextKey, icon: ReactNode][] = [
  [
    'profile',
    () => t('globals.terms.profile'),
    'account.profile.description',
    <CircleUserRound key="profile" aria-hidden />,
  ],
  [
    'password',
    () => t('globals.terms.password'),
    'account.password.description',
    <LockKeyhole key="password" aria-hidden />,
  ],
  [
    'second-factor',
    () => t('secondFactor.title'),
    'account.secondFactor.description',
    <ShieldCheck key="second-factor" aria-hidden />,
  ],
  [
    'sessions',
    () => t('sessions.title'),
    'account.sessions.description',
    <MonitorSmartphone key="sessions" aria-hidden />,
  ],
  [
    'api-keys',
    () => plural('globals.terms.apiKey'),
    'account.api_keys.description',
    <KeyRound key="api-keys" aria-hidden />,
  ],
  [
    'notifications',
    () => plural('globals.terms.notification'),
    'account.notifications.description',
    <Bell key="notifications" aria-hidden />,
  ],
  [
    'appearance',
    () => t('account.appearance.title'),
    'account.appearance.description',
    <Palette key="appearance" aria-hidden />,
  ],
  ['keyboard', () => t('keyboard.title'), 'keyboard.description', <Keyboard key="keyboard" aria-hidden />],
];

/** The parts of one's own account, each with what it is for (specification 2). */
export function AccountSidebar({ isPhone }: { isPhone: boolean }) {
  return (
    <SectionSidebar isPhone={isPhone} title={t('globals.terms.account')}>
      <ul>
        {items.map(([path, label, about, icon]) => (
          <li key={path}>
            <NavLink
              className={({ isActive }) => (isActive ? 'nav is-tall is-on' : 'nav is-tall')}
              to={`/account/${path}`}
              onClick={() => setDrawer(false)}
            >
              {icon}
              <span className="nav-text">
                {label()}
                <span className="nav-about">{t(about)}</span>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </SectionSidebar>
  );
}
