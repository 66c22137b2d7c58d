import { NavLink } from 'react-router';
import { type AdminEntry, type AdminGroup, visibleAdminMenu } from '../../lib/admin-menu.ts';
import { t } from '../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../lib/session.ts';
import { getSettings } from '../../lib/settings.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { adminIcon } from '../../ui/admin/admin-icons.tsx';
import { SectionSidebar } from './SectionSidebar.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';

/** The admin menu, entry by entry as far as the agent may, and the version (specification 2). */
export function AdminSidebar({ isPhone }: { isPhone: boolean }) {
  const agent = useCurrentAgent();
  return (
    <SectionSidebar
      isPhone={isPhone}
      title={t('globals.terms.admin')}
      foot={<div className="side-foot">Bellhop {getSettings()['app.version']}</div>}
    >
      {visibleAdminMenu((permission) => can(permission, agent)).map((group) => (
        <Group key={group.entries[0]?.path} group={group} />
      ))}
    </SectionSidebar>
  );
}

function Group({ group }: { group: AdminGroup }) {
  const list = (
    <ul className={group.title ? undefined : 'nav-apart'}>
      {group.entries.map((entry) => (
        <li key={entry.path}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
  if (!group.title || !group.memory) return list;
  return (
    <SidebarGroup memory={group.memory} title={group.title()}>
      {list}
    </SidebarGroup>
  );
}

function Entry({ entry }: { entry: AdminEntry }) {
  return (
    <NavLink
      className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
      to={`/admin/${entry.path}`}
      onClick={() => setDrawer(false)}
    >
      {adminIcon(entry.icon)}
      <span className="cut">{entry.title()}</span>
    </NavLink>
  );
}
