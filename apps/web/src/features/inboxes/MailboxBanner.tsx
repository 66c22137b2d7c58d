import type { MailboxAlert } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { MailWarning, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { inboxQueries } from './inboxes.api.ts';

/** Tells whoever manages mailboxes that one stopped or fell silent, until it works again or is put away; a new one is told again. */
export function MailboxBanner() {
  const { data = [] } = useQuery(inboxQueries.alerts());
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const alerts = data.filter((alert) => !hidden.includes(keyOf(alert)));
  const [first] = alerts;
  if (!first) return null;
  const isOne = new Set(alerts.map((alert) => alert.inbox_id)).size === 1;
  return (
    <div className="strip is-mailbox" role="status">
      <MailWarning aria-hidden />
      <strong>{isOne ? sayOf(first) : t('admin.inbox.banner.many', { n: alerts.length }, alerts.length)}</strong>
      <Link className="strip-action" to={isOne ? `/admin/inboxes/${first.inbox_id}/edit` : '/admin/inboxes'}>
        {t('admin.inbox.banner.look')}
      </Link>
      <IconButton
        size="s"
        label={t('shell.hide_notice')}
        icon={<X aria-hidden />}
        onClick={() => setHidden(data.map(keyOf))}
      />
    </div>
  );
}

function keyOf({ inbox_id, kind, since }: MailboxAlert): string {
  return `${inbox_id} ${kind} ${since}`;
}

function sayOf({ kind, inbox_name: name }: MailboxAlert): string {
  return t(`admin.inbox.banner.${kind}`, { name });
}
