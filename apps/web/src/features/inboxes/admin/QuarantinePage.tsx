import type { QuarantinedMail } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { count, fileSize, fullDate, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { Button } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { inboxQueries } from '../inboxes.api.ts';
import { inboxesPath } from './InboxForm.tsx';
import './inbox-admin.css';

const columns: readonly AdminColumn<QuarantinedMail>[] = [
  {
    id: 'mail',
    title: t('admin.quarantine.mail'),
    cell: ({ subject, sender, inbox_name, size }) => (
      <div className="quarantine-mail">
        <strong dir="auto">{subject || t('admin.quarantine.noSubject')}</strong>
        {sender && <span dir="auto">{sender}</span>}
        <span dir="auto">
          {inbox_name} · {fileSize(size)}
        </span>
      </div>
    ),
  },
  {
    id: 'error',
    title: t('admin.quarantine.error'),
    cell: ({ step, error }) => (
      <div className="quarantine-mail">
        {step && <strong>{t(`admin.quarantine.step.${step}`)}</strong>}
        <span dir="auto">{error}</span>
      </div>
    ),
  },
  {
    id: 'received',
    title: t('admin.quarantine.received'),
    cell: ({ received_at }) => (
      <time dateTime={received_at} title={fullDate(received_at)}>
        {relativeTime(received_at)}
      </time>
    ),
    isNumber: true,
    isMinor: true,
  },
];

/** Mails that could not be processed: why, the original as a file, and another try for one or all. */
export function Component() {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const query = useQuery(inboxQueries.quarantine(page));
  const rows = useQuery({ ...inboxQueries.quarantine(page), select: ({ results }) => results });
  const total = query.data?.total ?? 0;
  const pages = query.data?.total_pages ?? 1;
  const replay = async (run: () => Promise<number>) => {
    try {
      const n = await run();
      toast.success(t('admin.quarantine.replayed', { n: count(n) }, n));
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    setPage(1);
    await client.invalidateQueries({ queryKey: ['inboxes'] });
  };
  const replayOne = async (id: number) => {
    await api('inboxes.replay_mail', { params: { id } });
    return 1;
  };
  return (
    <AdminPage
      title={t('admin.quarantine.title')}
      parent={{ title: plural('globals.terms.inbox'), to: inboxesPath }}
      isWide
      actions={
        total > 0 && (
          <Button
            icon={<RotateCw aria-hidden />}
            onClick={() => void replay(async () => (await api('inboxes.replay_all')).replayed)}
          >
            {t('admin.quarantine.replayAll')}
          </Button>
        )
      }
    >
      <AdminTable
        label={t('admin.quarantine.title')}
        query={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject || t('admin.quarantine.noSubject')}
        menu={({ id, has_source }) =>
          has_source ? (
            <>
              <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => void replay(() => replayOne(id))}>
                {t('admin.quarantine.replay')}
              </MenuItem>
              <MenuItem icon={<Download aria-hidden />} onSelect={() => download(id)}>
                {t('thread.download_eml')}
              </MenuItem>
            </>
          ) : null
        }
        empty={{
          icon: <ShieldCheck aria-hidden />,
          title: t('admin.quarantine.empty'),
          text: t('admin.quarantine.empty.description'),
        }}
      />
      {pages > 1 && (
        <div className="admin-foot">
          <span role="status" className="num">
            {t('admin.quarantine.page', { page: count(page), total: count(pages) })}
          </span>
          <Button size="s" tone="quiet" aria-disabled={page <= 1} onClick={() => page > 1 && setPage(page - 1)}>
            {t('admin.list.previous')}
          </Button>
          <Button size="s" tone="quiet" aria-disabled={page >= pages} onClick={() => page < pages && setPage(page + 1)}>
            {t('admin.list.next')}
          </Button>
        </div>
      )}
    </AdminPage>
  );
}

function download(id: number): void {
  const link = document.createElement('a');
  link.href = `/api/v1/inboxes/quarantine/${id}/eml`;
  link.download = `quarantine-${id}.eml`;
  link.click();
}
