import type { Holiday } from '@bellhop/contract/business-hours';
import { isDay } from '@bellhop/contract/formats';
import { ClipboardPaste, Plus, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Input } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { HolidayImport } from './HolidayImport.tsx';
import { dateText } from './week-text.ts';

/** Days on which it is closed whatever the week says; typed one by one, pasted, or out of a calendar file. */
export function HolidaysField() {
  const { field } = useController({ name: 'holidays' });
  const holidays = (field.value ?? []) as Holiday[];
  const list = useRef<HTMLUListElement>(null);
  const [isImporting, setImporting] = useState(false);
  const [isNew, setNew] = useState(false);
  const { ref } = field;
  useEffect(() => {
    ref({ focus: () => list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus() });
  }, [ref]);
  // A row that was just added is typed into at once.
  useEffect(() => {
    if (!isNew) return;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    setNew(false);
  }, [isNew]);
  return (
    <>
      {holidays.length > 0 && (
        <ul className="holidays" ref={list}>
          {[...holidays.entries()].map(([index, holiday]) => (
            <HolidayRow
              key={index}
              index={index}
              holiday={holiday}
              onChange={(next) => field.onChange(holidays.map((one, at) => (at === index ? next : one)))}
              onRemove={() => field.onChange(holidays.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <div className="holidays-add">
        <Button
          size="s"
          icon={<Plus aria-hidden />}
          onClick={() => {
            field.onChange([...holidays, { name: '', date: '' }]);
            setNew(true);
          }}
        >
          {t('globals.messages.add', { name: t('globals.terms.holiday', {}, 1) })}
        </Button>
        <Button size="s" tone="quiet" icon={<ClipboardPaste aria-hidden />} onClick={() => setImporting(true)}>
          {t('admin.businessHours.import')}
        </Button>
      </div>
      <HolidayImport
        isOpen={isImporting}
        known={holidays.map(({ date }) => date)}
        onClose={() => setImporting(false)}
        onAdd={(added) =>
          field.onChange([...holidays, ...added].sort((one, other) => (one.date < other.date ? -1 : 1)))
        }
      />
    </>
  );
}

interface HolidayRowProps {
  index: number;
  holiday: Holiday;
  onChange: (holiday: Holiday) => void;
  onRemove: () => void;
}

function HolidayRow({ index, holiday, onChange, onRemove }: HolidayRowProps) {
  const { name, date } = holiday;
  const wrongDate = useFieldError(`holidays.${index}.date`);
  const wrongName = useFieldError(`holidays.${index}.name`);
  const error = wrongDate ?? wrongName;
  const called = isDay(date) ? dateText(date) : String(index + 1);
  return (
    <li>
      <Input
        type="date"
        className="num"
        aria-label={`${t('globals.terms.date')} ${index + 1}`}
        value={date}
        onChange={(event) => onChange({ ...holiday, date: event.target.value })}
        {...(wrongDate ? { 'aria-invalid': true, 'aria-describedby': `holiday-${index}-error` } : {})}
      />
      <Input
        dir="auto"
        autoComplete="off"
        maxLength={140}
        aria-label={`${t('globals.terms.name', {}, 1)} ${index + 1}`}
        placeholder={t('globals.terms.name', {}, 1)}
        value={name}
        onChange={(event) => onChange({ ...holiday, name: event.target.value })}
        {...(wrongName ? { 'aria-invalid': true, 'aria-describedby': `holiday-${index}-error` } : {})}
      />
      <IconButton
        size="s"
        label={t('globals.messages.remove', { name: name || called })}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
      {error && (
        <span id={`holiday-${index}-error`} className="error">
          <TriangleAlert aria-hidden />
          {error}
        </span>
      )}
    </li>
  );
}
