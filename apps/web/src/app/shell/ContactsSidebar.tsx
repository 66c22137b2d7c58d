import { Contact } from 'lucide-react';
import { NavLink } from 'react-router';
import { plural, t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { SectionSidebar } from './SectionSidebar.tsx';

/** The section of the people who write (specification 2). */
export function ContactsSidebar({ isPhone }: { isPhone: boolean }) {
  const mayList = useCan('contacts:read_all');
  return (
    <SectionSidebar isPhone={isPhone} title={plural('globals.terms.contact')}>
      {mayList && (
        <ul>
          <li>
            <NavLink
              className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
              to="/contacts"
              end
              onClick={() => setDrawer(false)}
            >
              <Contact aria-hidden />
              <span className="cut">{t('contacts.all')}</span>
            </NavLink>
          </li>
        </ul>
      )}
    </SectionSidebar>
  );
}
