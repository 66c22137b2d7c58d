import { t } from '../lib/i18n.ts';
import { ErrorPanel } from '../ui/Void.tsx';

/** Instead of a blank page when settings, language or the current agent could not be loaded. */
export function StartFailed({ message }: { message: string }) {
  return (
    <main className="start-failed">
      <ErrorPanel title={t('start.failed.title')} message={message} onRetry={() => window.location.reload()} />
    </main>
  );
}
