import { useRouteError } from 'react-router';
import { toApiError } from '../lib/api.ts';
import { t } from '../lib/i18n.ts';
import { ErrorPanel } from '../ui/Void.tsx';

/** In place of a screen that broke, such as one whose files a new release has replaced. */
export function RouteError() {
  const error = useRouteError();
  return (
    <ErrorPanel
      title={t('errors.client.unknown')}
      message={toApiError(error).message}
      onRetry={() => window.location.reload()}
    />
  );
}
