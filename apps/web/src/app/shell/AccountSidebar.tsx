import { Keyboard, PanelLeftClose } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { Drawer } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/** The parts of one's own account, each with what it is for (specification 2). */
export function AccountSidebar() {
  return (
    <aside className="side" aria-label={t('globals.terms.account')}>
      <SidebarBody
        action={
          <IconButton
            label={t('shell.close_sidebar')}
            keys="mod+b"
            icon={<PanelLeftClose className="ico-18 flips" aria-hidden />}
            onClick={toggleSidebar}
          />
        }
      />
    </aside>
  );
}

/** The same over the page, on a phone. */
export function AccountDrawer() {
  const { isDrawerOpen } = useSidebar();
  return (
    <Drawer isOpen={isDrawerOpen} onClose={() => setDrawer(false)} title={t('globals.terms.account')}>
      <SidebarBody />
    </Drawer>
  );
}

function SidebarBody({ action }: { action?: ReactNode }) {
  return (
    <>
      <div className="bar">
        <h2 className="grow">{t('globals.terms.account')}</h2>
        {action}
      </div>
      <div className="side-scroll scroll">
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
      </div>
    </>
  );
}
