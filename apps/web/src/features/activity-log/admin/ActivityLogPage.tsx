import { activityLogPageSizes } from '@bellhop/contract/activity-log';
import { useQuery } from '@tanstack/react-query';
import { Download, History, SearchX } from 'lucide-react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { PageFoot } from '../../../ui/PageFoot.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/Void.tsx';
import { activityLogQueries, exportPath } from './activity-log.api.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';
import { type LogState, useLogParams } from './use-log-params.ts';
import './activity-log.css';

/** The activity log (specification 2), a page at a time; what it is narrowed to stands in the address. */
export function Component() {
  const title = t('globals.terms.activityLog');
  const state = useLogParams();
  const { data, error, isPlaceholderData, refetch } = useQuery(activityLogQueries.list(state.query));
  const take = (
    <a className={buttonClass()} href={exportPath(state.filters)} download>
      <Download aria-hidden />
      {t('activity_log.export_csv')}
    </a>
  );
  const foot = data && !error && (
    <PageFoot
      state={state}
      sizes={activityLogPageSizes}
      total={data.total}
      total_pages={data.total_pages}
      is_capped={data.total_capped ?? false}
      shown={data.results.length}
    />
  );
  return (
    <AdminPage title={title} actions={take} foot={foot} isWide>
      <LogFilters state={state} />
      {error ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: title })}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : data?.results.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <LogTable entries={data?.results} isOld={isPlaceholderData} />
      )}
    </AdminPage>
  );
}

function Nothing({ state: { page, filters, change } }: { state: LogState }) {
  if (page > 1) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('contacts.page_empty')}
        action={<Button onClick={() => change({ page: '' })}>{t('contacts.first_page')}</Button>}
      />
    );
  }
  if (!filters) return <EmptyState icon={<History aria-hidden />} title={t('activity_log.empty')} />;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('admin.list.none_found')}
      text={t('conversation.tryAdjustingFilters')}
      action={
        <Button onClick={() => change({ agent: '', type: '', from: '', to: '' })}>{t('contacts.clear_filters')}</Button>
      }
    />
  );
}
