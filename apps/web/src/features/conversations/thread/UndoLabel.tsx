import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { useNow } from '../../../ui/use-now.ts';

/** "Undo", with the seconds that are left; those are not read out. `until` is in milliseconds of the server's clock. */
export function UndoLabel({ until }: { until: number }) {
  return (
    // One box: the toast's button lays out what is in it as a row, which swallows the blank between two.
    <span>
      {t('undo.undo')} <span aria-hidden="true">{t('undo.seconds', { n: useSecondsUntil(until) })}</span>
    </span>
  );
}

/** Whole seconds until a moment of the server's clock, 0 afterwards. */
export function useSecondsUntil(until: number): number {
  useNow(1_000);
  return Math.max(0, Math.ceil((until - serverNow()) / 1_000));
}
