import { ChevronDown } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { Combobox, type Option, Select } from '../../../ui/Combobox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Input, TextArea } from '../../../ui/Field.tsx';
import type { FilterField } from './filter-field.ts';
import { isList, listOf } from './filter-rows.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

interface FilterValueProps {
  field: FilterField;
  operator: string;
  value: string;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

/** The third part of a row, after its field's type. */
export function FilterValue({ field, operator, value, isInvalid, onChange }: FilterValueProps) {
  const parts = {
    'aria-label': `${field.label}: ${t('globals.terms.value')}`,
    'aria-invalid': isInvalid,
    placeholder: t('globals.terms.value'),
    value,
  };
  const isRange = operator === 'between';
  if (isList(operator)) {
    return (
      <ValueList
        label={field.label}
        options={field.options ?? []}
        values={listOf(value)}
        isInvalid={isInvalid}
        onChange={(values) => onChange(values.length > 0 ? JSON.stringify(values) : '')}
      />
    );
  }
  if ((field.type === 'select' || field.type === 'tag') && !isRange) {
    return (
      <Select
        label={field.label}
        options={field.options ?? []}
        value={value || null}
        isInvalid={isInvalid}
        onChange={onChange}
      />
    );
  }
  if (field.type === 'boolean') {
    const options = [
      { value: 'true', label: t('globals.messages.yes') },
      { value: 'false', label: t('globals.messages.no') },
    ];
    return (
      <Select label={field.label} options={options} value={value || null} isInvalid={isInvalid} onChange={onChange} />
    );
  }
  if (field.type === 'richtext') {
    return <TextArea {...parts} rows={2} onChange={(event) => onChange(event.target.value)} />;
  }
  // A field for dates would show nothing of a date with a time of day, which saved rows may have.
  const isPlainDate = value === '' || day.test(value);
  const type = isRange || field.type === 'tag' || (field.type === 'date' && !isPlainDate) ? 'text' : field.type;
  return <Input {...parts} type={type} dir="auto" onChange={(event) => onChange(event.target.value)} />;
}

interface ValueListProps {
  label: string;
  options: readonly Option[];
  values: readonly string[];
  isInvalid: boolean;
  onChange: (values: string[]) => void;
}

/** Several of many: tags, or what an operator takes a list of. */
function ValueList({ label, options, values, isInvalid, onChange }: ValueListProps) {
  const chosen = values.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  return (
    <Combobox
      label={label}
      options={options}
      value={values}
      isMultiple
      onPick={toggle}
      trigger={
        <button type="button" className="input" aria-invalid={isInvalid}>
          <span className={classNames('cut', chosen.length === 0 && 'muted')} dir="auto">
            {chosen.join(', ') || t('globals.messages.select', { name: label })}
          </span>
          <ChevronDown className="ico-end" aria-hidden />
        </button>
      }
    />
  );
}
