import { Inbox } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { UserMenu } from './UserMenu.tsx';

/** What the rail is on wider screens; an open conversation has the whole height for itself. */
export function TabBar({ onShowKeys }: { onShowKeys: () => void }) {
  const { uuid } = useParams();
  if (uuid) return null;
  return (
    <nav className="tabbar" aria-label={t('shell.main')}>
      <Link className="is-on" to="/inboxes/assigned" aria-current="page">
        <Inbox className="ico-20" aria-hidden />
        {t('globals.terms.inbox')}
      </Link>
      <UserMenu side="top" onShowKeys={onShowKeys} caption={<span aria-hidden="true">{t('shell.you')}</span>} />
    </nav>
  );
}
