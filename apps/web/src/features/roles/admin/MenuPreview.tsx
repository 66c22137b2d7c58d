import type { Permission } from '@bellhop/contract';
import {
  CircleDashed,
  Contact,
  Inbox,
  Layers,
  Search,
  SlidersHorizontal,
  SquarePen,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleAdminMenu } from '../../../lib/admin-menu.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { type InboxList, inboxLists } from '../../../lib/inbox-lists.ts';
import { adminIcon } from '../../../ui/admin/admin-icons.tsx';
import './roles.css';

const listIcons: Record<InboxList['kind'], ReactNode> = {
  assigned: <UserRound aria-hidden />,
  unassigned: <CircleDashed aria-hidden />,
  all: <Layers aria-hidden />,
};

interface Line {
  icon: ReactNode;
  name: string;
}

/** What the menus hold for whoever has these permissions: gated as the shell gates them. */
export function MenuPreview({ chosen }: { chosen: readonly string[] }) {
  const holds = (permission: Permission) => chosen.includes(permission);
  const admin = visibleAdminMenu(holds);
  return (
    <aside className="role-preview" aria-label={t('admin.role.preview')}>
      <h2>{t('admin.role.preview')}</h2>
      <p className="help">{t('admin.role.preview.help')}</p>
      <Section icon={<Inbox aria-hidden />} title={plural('globals.terms.inbox')} lines={inboxLines(holds)} />
      {holds('contacts:read_all') && (
        <Section icon={<Contact aria-hidden />} title={plural('globals.terms.contact')} lines={[]} />
      )}
      {admin.length > 0 && (
        <Section
          icon={<SlidersHorizontal aria-hidden />}
          title={t('globals.terms.admin')}
          lines={admin.flatMap(({ entries }) =>
            entries.map(({ icon, title }) => ({ icon: adminIcon(icon), name: title() })),
          )}
        />
      )}
    </aside>
  );
}

function inboxLines(holds: (permission: Permission) => boolean): Line[] {
  return [
    ...(holds('conversations:read') ? [{ icon: <Search aria-hidden />, name: t('globals.terms.search') }] : []),
    { icon: <SquarePen aria-hidden />, name: t('hotkeys.new_conversation') },
    ...inboxLists
      .filter(({ permission }) => holds(permission))
      .map(({ kind, label }) => ({ icon: listIcons[kind], name: t(label) })),
    ...(holds('conversations:read_team_inbox')
      ? [{ icon: <Users aria-hidden />, name: plural('globals.terms.teamInbox') }]
      : []),
    ...(holds('view:manage') ? [{ icon: <Layers aria-hidden />, name: plural('globals.terms.view') }] : []),
  ];
}

function Section({ icon, title, lines }: { icon: ReactNode; title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3>
        {icon}
        {title}
      </h3>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ icon: picture, name }) => (
            <li key={name}>
              {picture}
              <span className="cut">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
