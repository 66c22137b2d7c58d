import { builderOperators } from '@bellhop/rules/filter-fields';
import { X } from 'lucide-react';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/Combobox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FilterValue } from './FilterValue.tsx';
import { type FilterField, fieldOf } from './filter-field.ts';
import { type DraftRow, isWhole, needsValue, withField, withOperator } from './filter-rows.ts';

const operatorTexts: Record<string, TextKey> = {
  equals: 'filter.equals',
  'not equals': 'filter.not_equals',
  set: 'filter.set',
  'not set': 'filter.not_set',
  contains: 'filter.contains',
  'not contains': 'filter.not_contains',
  ilike: 'filter.contains',
  'greater than': 'filter.greater_than',
  'less than': 'filter.less_than',
  in: 'filter.in',
  between: 'filter.between',
};
/** The same in the words of a calendar. */
const dateTexts: Record<string, TextKey> = { 'greater than': 'filter.after', 'less than': 'filter.before' };

interface FilterLineProps {
  /** 1 for the first row. */
  position: number;
  row: DraftRow;
  fields: readonly FilterField[];
  isChecked: boolean;
  onChange: (row: DraftRow) => void;
  onRemove: () => void;
}

/** One condition. */
export function FilterLine({ position, row, fields, isChecked, onChange, onRemove }: FilterLineProps) {
  const field = fieldOf(fields, row.field);
  const offered = field && !fields.includes(field) ? [...fields, field] : fields;
  const isBad = isChecked && !isWhole(row);
  return (
    <li className={isBad ? 'filter is-bad' : 'filter'}>
      <fieldset>
        <legend className="vh">{t('filter.row', { n: position })}</legend>
        <Select
          label={t('globals.terms.field')}
          options={offered.map(({ key, label }) => ({ value: key, label }))}
          value={row.field || null}
          isInvalid={isBad && !row.field}
          onChange={(key) => onChange(withField(row, key))}
        />
        <Select
          label={t('globals.terms.operator')}
          options={operatorOptions(field, row.operator)}
          value={row.operator || null}
          isDisabled={!field}
          isInvalid={isBad && row.field !== '' && !row.operator}
          onChange={(operator) => onChange(withOperator(row, operator))}
        />
        {field && row.operator && needsValue(row.operator) ? (
          <FilterValue
            field={field}
            operator={row.operator}
            value={row.value}
            isInvalid={isBad}
            onChange={(value) => onChange({ ...row, value })}
          />
        ) : (
          <span className="filter-gap" />
        )}
        <IconButton label={t('filter.remove', { n: position })} icon={<X aria-hidden />} onClick={onRemove} />
      </fieldset>
    </li>
  );
}

/** Those of the field's type, and the one that a saved row has beside them. */
function operatorOptions(field: FilterField | undefined, present: string) {
  if (!field) return [];
  const names: string[] = [...builderOperators[field.type]];
  if (present && !names.includes(present)) names.push(present);
  return names.map((name) => {
    const text = (field.type === 'date' && dateTexts[name]) || operatorTexts[name];
    return { value: name, label: text ? t(text) : name };
  });
}
