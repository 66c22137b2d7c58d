import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { ErrorPanel, Skeleton } from '../Void.tsx';
import { AdminPage } from './AdminPage.tsx';

interface LoadedPageProps<D> {
  query: UseQueryResult<D>;
  /** The list that the page belongs to; settings have none. */
  parent?: { title: string; to: string };
  /** The page itself, once its data is there. */
  children: (data: D) => ReactNode;
}

/** A page that shows one thing out of the database: its skeleton while it comes, its failure with a retry. */
export function LoadedPage<D>({ query, parent, children }: LoadedPageProps<D>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <AdminPage title={query.isError ? t('admin.page.failed') : t('globals.terms.loading')} {...(parent && { parent })}>
      {query.isError ? (
        <ErrorPanel
          title={t('admin.page.failed')}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="admin-bones" aria-busy>
          {[1, 2, 3, 4].map((line) => (
            <div key={line} className="field">
              <Skeleton width={`${60 + line * 20}px`} />
              <Skeleton width="100%" height="32px" />
            </div>
          ))}
        </div>
      )}
    </AdminPage>
  );
}
