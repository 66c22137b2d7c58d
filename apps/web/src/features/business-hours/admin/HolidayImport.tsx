import { lastToday } from '@bellhop/contract/opening-hours';
import { FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { language, plural, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, TextArea } from '../../../ui/Field.tsx';
import { type DateOrder, type ReadHolidays, readHolidayLines } from './read-holidays.ts';
import { dateText } from './week-text.ts';

interface HolidayImportProps {
  isOpen: boolean;
  /** Dates that are holidays already. */
  known: readonly string[];
  onAdd: (holidays: ReadHolidays['found']) => void;
  onClose: () => void;
}

const largestFile = 2 * 1024 * 1024;

/** Holidays out of pasted lines or a calendar file, with a look at what will be added before it is. */
export function HolidayImport(props: HolidayImportProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={t('admin.businessHours.import.title')}
      description={t('admin.businessHours.import.description')}
    >
      {isOpen && <Body {...props} />}
    </Dialog>
  );
}

function Body({ known, onAdd, onClose }: HolidayImportProps) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<DateOrder>(usualOrder);
  const [file, setFile] = useState<{ name: string; read: ReadHolidays } | { name: string; problem: string }>();
  const lines = useMemo(() => readHolidayLines(text, order, language()), [text, order]);
  const problem = file && 'problem' in file ? file.problem : undefined;
  const read = file && 'read' in file ? file.read : lines;
  const sorted = sortOut(read, known);
  const hasRead = read.found.length + read.strange.length > 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (sorted.fresh.length === 0) return;
        onAdd(sorted.fresh);
        onClose();
      }}
    >
      <Field label={t('admin.businessHours.import.lines')} help={t('admin.businessHours.import.lines.description')}>
        <TextArea
          dir="auto"
          rows={6}
          data-autofocus
          placeholder={'2027-01-01 New Year\n25.12.2027 Christmas'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFile(undefined);
          }}
        />
      </Field>
      <FileChoice
        name={file?.name}
        problem={problem}
        onFile={async (chosen) => setFile({ name: chosen.name, ...(await readFile(chosen)) })}
      />
      {read.isAmbiguous && <OrderChoice order={order} onChange={setOrder} />}
      <div aria-live="polite">{hasRead && <Preview {...sorted} strange={read.strange} />}</div>
      <div className="admin-dialog-foot">
        <Button onClick={onClose}>{t('globals.messages.cancel')}</Button>
        <Button type="submit" tone="main" aria-disabled={sorted.fresh.length === 0}>
          {t('admin.businessHours.import.add', { n: count(sorted.fresh.length) }, sorted.fresh.length)}
        </Button>
      </div>
    </form>
  );
}

async function readFile(file: File): Promise<{ read: ReadHolidays } | { problem: string }> {
  if (file.size > largestFile) return { problem: t('admin.businessHours.import.tooLarge') };
  const { readCalendar } = await import('./read-calendar.ts');
  const read = readCalendar(await file.text(), new Date());
  return read.found.length + read.strange.length > 0
    ? { read }
    : { problem: t('admin.businessHours.import.noCalendar') };
}

function FileChoice(props: { name?: string | undefined; problem?: string | undefined; onFile: (file: File) => void }) {
  const { name, problem, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="field holidays-file">
      <input
        ref={input}
        type="file"
        className="vh"
        accept=".ics,text/calendar"
        aria-label={t('admin.businessHours.import.file')}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <Button size="s" icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
        {t('admin.businessHours.import.file')}
      </Button>
      {name && (
        <span className="cut soft" dir="auto">
          {name}
        </span>
      )}
      {problem && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

function OrderChoice({ order, onChange }: { order: DateOrder; onChange: (order: DateOrder) => void }) {
  const choices: [DateOrder, string][] = [
    ['day_first', t('admin.businessHours.import.dayFirst')],
    ['month_first', t('admin.businessHours.import.monthFirst')],
  ];
  return (
    <fieldset className="hours-choice">
      <legend className="label">{t('admin.businessHours.import.order')}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice}>
          <input type="radio" name="date-order" checked={order === choice} onChange={() => onChange(choice)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface SortedOut {
  fresh: ReadHolidays['found'];
  twins: number;
  past: number;
}

/** What will be added, each date once, and how much will not because it is there already or past. */
function sortOut({ found }: ReadHolidays, known: readonly string[]): SortedOut {
  const today = lastToday(new Date());
  const seen = new Set(known);
  const result: SortedOut = { fresh: [], twins: 0, past: 0 };
  for (const holiday of [...found].sort((one, other) => (one.date < other.date ? -1 : 1))) {
    if (holiday.date < today) result.past++;
    else if (seen.has(holiday.date)) result.twins++;
    else result.fresh.push(holiday);
    seen.add(holiday.date);
  }
  return result;
}

function Preview({ fresh, twins, past, strange }: SortedOut & { strange: readonly string[] }) {
  return (
    <div className="holidays-preview">
      {fresh.length > 0 && (
        <ul aria-label={plural('globals.terms.holiday')}>
          {fresh.map(({ name, date }) => (
            <li key={date}>
              <span className="num">{dateText(date)}</span> <strong dir="auto">{name}</strong>
            </li>
          ))}
        </ul>
      )}
      {past > 0 && <p className="help">{t('admin.businessHours.import.past', { n: count(past) }, past)}</p>}
      {twins > 0 && <p className="help">{t('admin.businessHours.import.twins', { n: count(twins) }, twins)}</p>}
      {strange.length > 0 && (
        <>
          <p className="error">{t('admin.businessHours.import.strange')}</p>
          <ul>
            {[...new Set(strange)].map((line) => (
              <li key={line} dir="auto" className="soft">
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Whether the reader's language writes the month before the day in figures. */
function usualOrder(): DateOrder {
  const parts = new Intl.DateTimeFormat(navigator.language).formatToParts(0);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place('month') < place('day') ? 'month_first' : 'day_first';
}
