import { TriangleAlert } from 'lucide-react';
import { fullDate, timeOfDay } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { dayText } from '../kit/figures.ts';

interface StatedParts {
  as_of: string;
  time_zone: string;
  from?: string;
  to?: string;
  business_hours?: boolean;
  complete_from?: string | null;
}

/** What the numbers are about: days, time zone, as of when, which hours; and what is still missing. */
export function Stated({ of: stated, hasHours = false }: { of: StatedParts | undefined; hasHours?: boolean }) {
  if (!stated) return <p className="stated" aria-hidden="true" />;
  const { as_of, time_zone, from, to, business_hours, complete_from } = stated;
  const parts = [
    from &&
      to &&
      (from === to
        ? dayText(from, 'long')
        : t('report.from_to', { from: dayText(from, 'long'), to: dayText(to, 'long') })),
    t('report.as_of', { time: timeOfDay(as_of) }),
    t('report.zone', { zone: time_zone }),
    hasHours && (business_hours ? t('report.open_time') : t('report.all_time')),
  ];
  return (
    <>
      <p className="stated">
        {parts.filter(Boolean).map((part) => (
          <span key={String(part)}>{part}</span>
        ))}
      </p>
      {complete_from && (
        <p className="stated is-warn">
          <TriangleAlert aria-hidden /> {t('report.incomplete', { date: fullDate(complete_from) })}
        </p>
      )}
    </>
  );
}
