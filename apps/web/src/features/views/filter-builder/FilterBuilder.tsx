import { Plus } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterLine } from './FilterLine.tsx';
import type { FilterField } from './filter-field.ts';
import { type DraftRow, emptyRow } from './filter-rows.ts';
import './filter-builder.css';

interface FilterBuilderProps {
  fields: readonly FilterField[];
  rows: readonly DraftRow[];
  onChange: (rows: DraftRow[]) => void;
  onReset: () => void;
  onApply: () => void;
  /** Marks rows that are not whole, once somebody has tried to apply them. */
  isChecked: boolean;
}

/** Rows of field, operator and value, with add, reset and apply (specification 2). */
export function FilterBuilder({ fields, rows, onChange, onReset, onApply, isChecked }: FilterBuilderProps) {
  return (
    <div className="filters">
      {rows.length > 0 && (
        <ul>
          {rows.map((row, index) => (
            <FilterLine
              key={row.id}
              position={index + 1}
              row={row}
              fields={fields}
              isChecked={isChecked}
              onChange={(next) => onChange(rows.map((each) => (each.id === row.id ? next : each)))}
              onRemove={() => onChange(rows.filter((each) => each.id !== row.id))}
            />
          ))}
        </ul>
      )}
      <div className="filters-foot">
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => onChange([...rows, emptyRow()])}>
          {t('views.add_filter')}
        </Button>
        <span className="end" />
        <Button size="s" tone="quiet" onClick={onReset}>
          {t('globals.messages.reset')}
        </Button>
        <Button size="s" onClick={onApply}>
          {t('globals.messages.apply')}
        </Button>
      </div>
    </div>
  );
}
