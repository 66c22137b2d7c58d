import { t } from '../../../lib/i18n.ts';
import { useTextAt } from '../../../ui/use-now.ts';
import { dayName } from './message-time.ts';

/** Where a day begins. */
export function DayLine({ at }: { at: string }) {
  const name = useTextAt(60_000, (now) => dayName(at, now));
  return (
    <h2 className="day">
      <span className="vh">{t('thread.day')}</span> <time dateTime={at}>{name}</time>
    </h2>
  );
}
