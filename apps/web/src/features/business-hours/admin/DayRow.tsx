import { type DayTimes, minutesOf, type Weekday, weekdays } from '@bellhop/contract/opening-hours';
import { Coffee, Copy, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { Input } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { Checkbox } from '../../../ui/Toggle.tsx';
import { dayName, timeText } from './week-text.ts';

interface DayRowProps {
  day: Weekday;
  /** Absent on a closed day. */
  times: DayTimes | undefined;
  /** What a day opens with when it is opened. */
  first: DayTimes;
  bar: ReactNode;
  onChange: (times: DayTimes | undefined) => void;
  onCopy: (to: readonly Weekday[]) => void;
}

/** One weekday: open or not, its times, its bar, its breaks. */
export function DayRow({ day, times, first, bar, onChange, onCopy }: DayRowProps) {
  const name = dayName(day);
  const breaks = times?.breaks ?? [];
  const isOvernight =
    times && times.close !== '' && times.open !== '' && minutesOf(times.close) < minutesOf(times.open);
  const setBreak = (index: number, change: Partial<{ from: string; to: string }>) =>
    times && onChange({ ...times, breaks: breaks.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return (
    <fieldset className="week-day">
      <legend className="vh">{name}</legend>
      <Checkbox label={name} checked={Boolean(times)} onChange={() => onChange(times ? undefined : first)} />
      {times ? (
        <Pair
          path={`hours.${day}`}
          names={['open', 'close']}
          labels={[t('admin.businessHours.opens', { day: name }), t('admin.businessHours.closes', { day: name })]}
          values={[times.open, times.close]}
          onChange={(open, close) => onChange({ ...times, open, close })}
        />
      ) : (
        <span className="week-closed">{t('admin.businessHours.closed')}</span>
      )}
      {bar}
      <span className="week-tools">
        {times && (
          <>
            <IconButton
              size="s"
              label={t('admin.businessHours.addBreak', { day: name })}
              icon={<Coffee aria-hidden />}
              onClick={() => onChange({ ...times, breaks: [...breaks, { from: '12:00', to: '13:00' }] })}
            />
            <CopyMenu day={day} onCopy={onCopy} />
          </>
        )}
      </span>
      {[...breaks.entries()].map(([index, one]) => (
        <div key={index} className="week-break">
          <span>{t('admin.businessHours.break')}</span>
          <Pair
            path={`hours.${day}.breaks.${index}`}
            names={['from', 'to']}
            labels={[
              t('admin.businessHours.breakFrom', { day: name }),
              t('admin.businessHours.breakTo', { day: name }),
            ]}
            values={[one.from, one.to]}
            onChange={(from, to) => setBreak(index, { from, to })}
          />
          <IconButton
            size="s"
            label={t('admin.businessHours.removeBreak', { day: name })}
            icon={<X aria-hidden />}
            onClick={() => times && onChange({ ...times, breaks: breaks.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {isOvernight && times && (
        <p className="week-note help">{t('admin.businessHours.nextDay', { time: timeText(times.close) })}</p>
      )}
    </fieldset>
  );
}

interface PairProps {
  path: string;
  names: readonly [string, string];
  labels: readonly [string, string];
  values: readonly [string, string];
  onChange: (one: string, other: string) => void;
}

/** Two times with a dash between, and what is wrong with either. */
function Pair({ path, names, labels, values, onChange }: PairProps) {
  const id = useId();
  const first = useFieldError(`${path}.${names[0]}`);
  const second = useFieldError(`${path}.${names[1]}`);
  const error = first ?? second;
  const invalid = (reason: string | undefined) =>
    reason ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
  return (
    <span className="week-pair">
      <Input
        type="time"
        className="num"
        aria-label={labels[0]}
        value={values[0]}
        onChange={(event) => onChange(event.target.value, values[1])}
        {...invalid(first)}
      />
      <span aria-hidden>–</span>
      <Input
        type="time"
        className="num"
        aria-label={labels[1]}
        value={values[1]}
        onChange={(event) => onChange(values[0], event.target.value)}
        {...invalid(second)}
      />
      {error && (
        <span id={`${id}-error`} className="error">
          <TriangleAlert aria-hidden />
          {error}
        </span>
      )}
    </span>
  );
}

function CopyMenu({ day, onCopy }: Pick<DayRowProps, 'day' | 'onCopy'>) {
  const label = t('admin.businessHours.copy', { day: dayName(day) });
  return (
    <Menu align="end" label={label} trigger={<IconButton size="s" label={label} icon={<Copy aria-hidden />} />}>
      <MenuItem onSelect={() => onCopy(weekdays)}>{t('admin.businessHours.copyAll')}</MenuItem>
      <MenuItem onSelect={() => onCopy(weekdays.slice(0, 5))}>
        {t('admin.businessHours.copyTo', { from: dayName('Monday'), to: dayName('Friday') })}
      </MenuItem>
      <MenuLine />
      {weekdays
        .filter((other) => other !== day)
        .map((other) => (
          <MenuItem key={other} onSelect={() => onCopy([other])}>
            {dayName(other)}
          </MenuItem>
        ))}
    </Menu>
  );
}
