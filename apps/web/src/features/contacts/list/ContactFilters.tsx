import type { FilterRow } from '@bellhop/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { plural, t } from '../../../lib/i18n.ts';
import {
  draftRows,
  emptyRow,
  FilterBuilder,
  type FilterProblem,
  filterRows,
  problemOf,
  withoutEmpty,
} from '../../views/filter-builder/index.ts';
import { useContactFilterFields } from './use-contact-filter-fields.ts';

interface ContactFiltersProps {
  filters: string;
  onApply: (filters: string) => void;
}

/** The rows that narrow the list; nothing happens before they are applied. */
export function ContactFilters({ filters, onApply }: ContactFiltersProps) {
  const fields = useContactFilterFields();
  const [rows, setRows] = useState(() => {
    const present = draftRows(readFilters(filters));
    return present.length > 0 ? present : [emptyRow()];
  });
  const [problem, setProblem] = useState<FilterProblem>();
  const apply = () => {
    const kept = withoutEmpty(rows);
    const wrong = kept.length === 0 ? undefined : problemOf(kept);
    setRows(kept);
    setProblem(wrong);
    if (!wrong) onApply(kept.length === 0 ? '' : JSON.stringify(filterRows(kept)));
  };
  return (
    <fieldset className="contact-filters">
      <legend className="vh">{plural('globals.terms.filter')}</legend>
      <FilterBuilder
        fields={fields}
        rows={rows}
        isChecked={problem !== undefined}
        onChange={(next) => {
          setRows(next);
          setProblem(undefined);
        }}
        onReset={() => {
          setRows([emptyRow()]);
          setProblem(undefined);
          onApply('');
        }}
        onApply={apply}
      />
      <div role="status">
        {problem && (
          <span className="error">
            <TriangleAlert aria-hidden />
            {t('view.form.filter.partiallyFilled')}
          </span>
        )}
      </div>
    </fieldset>
  );
}

/** The rows of an address; none when it holds something else. */
export function readFilters(text: string): FilterRow[] {
  try {
    const rows: unknown = JSON.parse(text || '[]');
    return Array.isArray(rows) ? (rows as FilterRow[]) : [];
  } catch {
    return [];
  }
}
