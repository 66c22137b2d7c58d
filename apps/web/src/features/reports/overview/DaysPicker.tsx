import { ChevronDown, TriangleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Input } from '../../../ui/Field.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { longestDays, offeredDays } from './use-overview-params.ts';

interface DaysPickerProps {
  /** What it is the range of. */
  of: string;
  days: number;
  onChange: (days: number) => void;
}

/** What a number of days is called; 0 is today. */
export function daysText(days: number): string {
  return days === 0 ? t('globals.terms.today') : t('report.days', { n: count(days) }, days);
}

/** The range of a widget: today, the last days, or any number of them up to a year. */
export function DaysPicker({ of, days, onChange }: DaysPickerProps) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping) {
    return (
      <OwnDays
        of={of}
        days={days}
        onDone={(next) => {
          setTyping(false);
          if (next !== undefined) onChange(next);
        }}
      />
    );
  }
  return (
    <Menu
      align="end"
      label={t('report.period_of', { name: of })}
      trigger={
        <Button size="s" aria-label={t('report.period_is', { name: of, period: daysText(days) })}>
          {daysText(days)}
          <ChevronDown className="ico-end" aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        value={String(days)}
        onChange={(next) => onChange(Number(next))}
        options={offeredDays.map((one) => ({ value: String(one), children: daysText(one) }))}
      />
      <MenuLine />
      <MenuItem onSelect={() => setTyping(true)}>{t('report.days_other')}</MenuItem>
    </Menu>
  );
}

/** Any number of days; Escape leaves it as it was. */
function OwnDays({ of, days, onDone }: { of: string; days: number; onDone: (days?: number) => void }) {
  const id = useId();
  const [text, setText] = useState(String(days || 1));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = Number(text);
    if (Number.isInteger(next) && next >= 1 && next <= longestDays) onDone(next);
    else setWrong(true);
  };
  return (
    <form className="report-days" onSubmit={submit} noValidate onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <label htmlFor={id}>{t('report.days_label')}</label>
      <Input
        id={id}
        // The menu's entry that asked for it is gone.
        ref={(field) => field?.focus()}
        type="number"
        inputMode="numeric"
        min={1}
        max={longestDays}
        value={text}
        aria-label={t('report.days_of', { name: of })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-note` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="s" type="submit">
        {t('report.apply')}
      </Button>
      {isWrong && (
        <span id={`${id}-note`} className="error" role="alert">
          <TriangleAlert aria-hidden />
          {t('form.error.minmaxNumber', { min: 1, max: longestDays })}
        </span>
      )}
    </form>
  );
}
