import { Keyboard } from 'lucide-react';
import { NavLink } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { SectionSidebar } from './SectionSidebar.tsx';

/** The parts of one's own account, each with what it is for (specification 2). */
export function AccountSidebar({ isPhone }: { isPhone: boolean }) {
  return (
    <SectionSidebar isPhone={isPhone} title={t('globals.terms.account')}>
      <ul>
        <li>
          <NavLink
            className={({ isActive }) => (isActive ? 'nav is-tall is-on' : 'nav is-tall')}
            to="/account/keyboard"
            onClick={() => setDrawer(false)}
          >
            <Keyboard aria-hidden />
            <span className="nav-text">
              {t('keyboard.title')}
              <span className="nav-about">{t('keyboard.description')}</span>
            </span>
          </NavLink>
        </li>
      </ul>
    </SectionSidebar>
  );
}
