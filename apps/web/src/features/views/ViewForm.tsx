import type { FilterRow, View } from '@bellhop/contract';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { count } from '../../lib/format.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import { useUnsaved } from '../../ui/unsaved.tsx';
import { FilterBuilder } from './filter-builder/FilterBuilder.tsx';
import {
  draftRows,
  emptyRow,
  type FilterProblem,
  filterRows,
  isSameRows,
  problemOf,
  withoutEmpty,
} from './filter-builder/filter-rows.ts';
import { useConversationFilterFields } from './filter-fields.ts';
import { countMatching, useSaveView } from './views.api.ts';
import './view-dialog.css';

/** Bounds of a view's name (specification 5). */
const nameLength = { min: 2, max: 30 };

export interface ViewFormProps {
  /** Absent: a new view. */
  view?: View | undefined;
  /** Rows that a new view begins with, from a search for instance. */
  filters?: readonly FilterRow[];
  onClose: () => void;
  /** Called with the view as the server has it, after the dialog has closed. */
  onSaved?: (view: View) => void;
}

/** Name and filters; Save checks both, Apply the filters alone. */
export default function ViewForm({ view, filters = [], onClose, onSaved }: ViewFormProps) {
  const fields = useConversationFilterFields();
  const { mutate: save, isPending } = useSaveView(view?.id ?? null);
  const initialRows = () => (view || filters.length > 0 ? draftRows(view?.filters ?? filters) : [emptyRow()]);
  const [rows, setRows] = useState(initialRows);
  const [first] = useState(rows);
  useUnsaved(!isSameRows(rows, first));
  const [isNameBad, setNameBad] = useState(false);
  const [problem, setProblem] = useState<FilterProblem>();
  const { found, countRows, forget } = useMatchCount();
  const nameInput = useRef<HTMLInputElement>(null);

  const apply = () => {
    const kept = withoutEmpty(rows);
    const wrong = problemOf(kept);
    setRows(kept);
    setProblem(wrong);
    return wrong ? undefined : filterRows(kept);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = nameInput.current?.value.trim() ?? '';
    const length = [...name].length;
    const isBad = length < nameLength.min || length > nameLength.max;
    setNameBad(isBad);
    if (isBad) nameInput.current?.focus();
    const wanted = apply();
    if (isBad || !wanted) return;
    save(
      { name, filters: wanted },
      {
        onSuccess: (saved) => {
          onClose();
          if (saved) onSaved?.(saved);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={t('globals.terms.name')}
        help={t('view.form.name.description')}
        error={isNameBad ? t('view.form.name.length') : undefined}
      >
        <Input
          ref={nameInput}
          defaultValue={view?.name ?? ''}
          dir="auto"
          autoFocus
          onChange={() => setNameBad(false)}
        />
      </Field>
      <fieldset className="view-filters">
        <legend className="label">{plural('globals.terms.filter')}</legend>
        <p className="help">{t('view.form.filters.description')}</p>
        <FilterBuilder
          fields={fields}
          rows={rows}
          isChecked={problem === 'partiallyFilled'}
          onChange={(next) => {
            setRows(next);
            setProblem(undefined);
            forget();
          }}
          onReset={() => {
            setRows(initialRows());
            setProblem(undefined);
            forget();
          }}
          onApply={() => void countRows(apply())}
        />
        <div className="view-verdict" role="status">
          {problem && (
            <span className="error">
              <TriangleAlert aria-hidden />
              {t(`view.form.filter.${problem}`)}
            </span>
          )}
          {!problem && found && <span className="help">{found}</span>}
        </div>
      </fieldset>
      <div className="view-foot">
        <Button tone="quiet" onClick={onClose}>
          {t('globals.messages.cancel')}
        </Button>
        <Button type="submit" tone="main" disabled={isPending}>
          {isPending ? t('globals.messages.saving') : t('globals.messages.save')}
        </Button>
      </div>
    </form>
  );
}

/** What applying the filters shows to those who may see the whole desk: how many conversations they let through. */
function useMatchCount() {
  const mayCount = useCan('conversations:read_all');
  const [found, setFound] = useState('');
  const asked = useRef(0);
  const forget = () => {
    asked.current += 1;
    setFound('');
  };
  const countRows = async (filters: FilterRow[] | undefined) => {
    forget();
    if (!filters || !mayCount) return;
    const turn = asked.current;
    try {
      const { total, isCapped } = await countMatching(filters);
      if (turn === asked.current) setFound(t('views.matching', { n: `${count(total)}${isCapped ? '+' : ''}` }, total));
    } catch (error) {
      console.warn(error);
    }
  };
  return { found, countRows, forget };
}
