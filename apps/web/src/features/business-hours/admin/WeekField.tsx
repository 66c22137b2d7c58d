import { isTimeOfDay } from '@bellhop/contract/formats';
import { type DayTimes, openSpans, type Weekday, type WeekTimes, weekdays } from '@bellhop/contract/opening-hours';
import { useEffect, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { DayRow } from './DayRow.tsx';

const usual: DayTimes = { open: '09:00', close: '17:00' };

/** Always open, or a week at a glance: a row and a bar of 24 hours per day. */
export function WeekField() {
  const { field } = useController({ name: 'is_always_open' });
  const isAlways = Boolean(field.value);
  const week = useController({ name: 'hours' }).field;
  /** Comes back when "always open" was only tried. */
  const before = useRef<WeekTimes>({ Monday: usual, Tuesday: usual, Wednesday: usual, Thursday: usual, Friday: usual });
  const choose = (always: boolean) => {
    if (always === isAlways) return;
    if (always) before.current = week.value as WeekTimes;
    week.onChange(always ? {} : before.current);
    field.onChange(always);
  };
  return (
    <>
      <div className="hours-choice" role="radiogroup" aria-label={t('admin.businessHours.setBusinessHours')}>
        <label>
          <input type="radio" name="hours-choice" checked={!isAlways} onChange={() => choose(false)} />
          {t('admin.businessHours.customBusinessHours')}
        </label>
        <label>
          <input type="radio" name="hours-choice" checked={isAlways} onChange={() => choose(true)} />
          {t('admin.businessHours.alwaysOpen24x7')}
        </label>
      </div>
      {!isAlways && <Week />}
    </>
  );
}

function Week() {
  const { field } = useController({ name: 'hours' });
  const grid = useRef<HTMLDivElement>(null);
  const hours = field.value as WeekTimes;
  const error = useFieldError('hours');
  const isEmpty = Object.keys(hours).length === 0;
  const { ref } = field;
  // The first wrong time gets the focus; the week itself has no element that could.
  useEffect(() => {
    const find = (what: string) => grid.current?.querySelector<HTMLElement>(what);
    ref({ focus: () => (find('[aria-invalid]') ?? find('input'))?.focus() });
  }, [ref]);
  const set = (day: Weekday, times: DayTimes | undefined) => {
    const { [day]: _, ...others } = hours;
    field.onChange(inOrder(times ? { ...others, [day]: times } : others));
  };
  const copy = (from: Weekday, to: readonly Weekday[]) =>
    field.onChange(inOrder({ ...hours, ...Object.fromEntries(to.map((day) => [day, hours[from]])) }));
  return (
    <div className="week" ref={grid}>
      <Ruler />
      {weekdays.map((day) => (
        <DayRow
          key={day}
          day={day}
          times={hours[day]}
          first={usual}
          bar={<DayBar day={day} />}
          onChange={(times) => set(day, times)}
          onCopy={(to) => copy(day, to)}
        />
      ))}
      {isEmpty && error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

function inOrder(hours: WeekTimes): WeekTimes {
  return Object.fromEntries(weekdays.flatMap((day) => (hours[day] ? [[day, hours[day]]] : [])));
}

function Ruler() {
  return (
    <div className="week-ruler" aria-hidden>
      {[0, 6, 12, 18, 24].map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </div>
  );
}

/** What a day has of the week's open time, from midnight to midnight: a night shift goes on in the next row. */
function DayBar({ day }: { day: Weekday }) {
  const hours = useWatch({ name: 'hours' }) as WeekTimes;
  const isWhole = (times: DayTimes | undefined) =>
    times &&
    [times.open, times.close, ...(times.breaks ?? []).flatMap(({ from, to }) => [from, to])].every(isTimeOfDay);
  const whole = Object.fromEntries(Object.entries(hours).filter(([, times]) => isWhole(times))) as WeekTimes;
  const midnight = weekdays.indexOf(day) * 1440;
  const parts = openSpans(whole)
    .map(({ from, to }) => ({ from: Math.max(from - midnight, 0), to: Math.min(to - midnight, 1440) }))
    .filter(({ from, to }) => from < to);
  return (
    <div className="week-bar" aria-hidden>
      {parts.map(({ from, to }) => (
        <span
          key={`${from} ${to}`}
          style={{ insetInlineStart: `${from / 14.4}%`, inlineSize: `${(to - from) / 14.4}%` }}
        />
      ))}
    </div>
  );
}
