import { isSimpleDuration } from '@bellhop/contract/formats';
import { parseGoDuration } from '@bellhop/contract/go-duration';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { Field, Input } from '../../../ui/Field.tsx';

interface DurationFieldProps {
  name: string;
  label: string;
  /** What stands below while nothing is entered. */
  help?: string;
  isOptional?: boolean;
  /** Says what is entered in words. */
  read: (value: string) => string;
}

type Unit = 'm' | 'h';

/** A number and its unit; the form holds `30m`, `2h`, or nothing. What is entered is read back in words. */
export function DurationField({ name, label, help, isOptional = false, read }: DurationFieldProps) {
  const { field, fieldState } = useController({ name });
  const shown = split(field.value as string | null);
  const [chosen, setUnit] = useState<Unit>(shown.unit);
  const unit = shown.number === '' ? chosen : shown.unit;
  const set = (number: string, next: Unit) => {
    setUnit(next);
    field.onChange(number.trim() === '' ? '' : `${number.trim()}${next}`);
  };
  const words = read((field.value as string | null) ?? '') || help;
  return (
    <div className="duration-field">
      <Field label={label} error={useFieldError(name)} isOptional={isOptional} {...(words ? { help: words } : {})}>
        <Input
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          name={name}
          value={shown.number}
          ref={field.ref}
          onBlur={() => {
            if (fieldState.isDirty) field.onChange(simple(field.value as string | null));
            field.onBlur();
          }}
          onChange={(event) => set(event.target.value, unit)}
        />
      </Field>
      <select
        className="input"
        aria-label={t('admin.sla.unitOf', { name: label })}
        value={unit}
        onChange={(event) => set(shown.number, event.target.value as Unit)}
      >
        <option value="m">{t('admin.sla.minutes')}</option>
        <option value="h">{t('admin.sla.hours')}</option>
      </select>
    </div>
  );
}

/** `1.5h` as `90m`: other clients know whole numbers only (specification 5). What is no duration stays, to be refused. */
function simple(value: string | null): string | null {
  const minutes = Math.round((parseGoDuration(value ?? '') ?? 0) / 60_000);
  return minutes < 1 || isSimpleDuration(value ?? '') ? value : `${minutes}m`;
}

/** What was typed stays as it is; durations of other clients (`1h30m`) become minutes. */
function split(value: string | null): { number: string; unit: Unit } {
  const simple = /^(.*?)([hm])$/s.exec(value ?? '');
  const isSimple = simple !== null && !/[hms]/.test(simple[1]!);
  if (isSimple) return { number: simple[1]!, unit: simple[2] as Unit };
  const ms = parseGoDuration(value ?? '') ?? 0;
  return ms > 0 ? { number: String(Math.ceil(ms / 60_000)), unit: 'm' } : { number: '', unit: 'h' };
}
