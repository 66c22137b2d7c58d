import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { ErrorPanel } from '../../../ui/Void.tsx';

interface FailedProps {
  query: Pick<UseQueryResult<unknown>, 'error' | 'data' | 'isPlaceholderData' | 'refetch'>;
  /** What could not be fetched. */
  name: string;
  children: ReactNode;
}

/** What a call brings, or in its place that it failed, with a retry. What was there before another range was asked for is not its answer. */
export function Failed({ query: { error, data, isPlaceholderData, refetch }, name, children }: FailedProps) {
  const failed = (thrown: unknown, retry: () => void) => (
    <ErrorPanel title={t('admin.list.failed', { name })} message={toApiError(thrown).message} onRetry={retry} />
  );
  if (error && (data === undefined || isPlaceholderData)) return failed(error, () => void refetch());
  return <Boundary fallback={failed}>{children}</Boundary>;
}
