import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../lib/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Completion, complete, completionsOf, tokenAt } from './completion.ts';
import { operatorHints } from './operators.ts';
import { useOperatorValues } from './use-operator-values.ts';

interface SearchBoxProps {
  text: string;
  onText: (text: string) => void;
  /** Arrow down without a list of completions: into the results. */
  onDown: () => void;
  /** Enter without a chosen completion. */
  onEnter: () => void;
  field: Ref<HTMLInputElement>;
}

/** The box: operators and their values complete themselves; Tab takes the first, arrows choose, Escape closes the list. */
export function SearchBox({ text, onText, onDown, onEnter, field }: SearchBoxProps) {
  const id = useId();
  const values = useOperatorValues();
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(-1);
  const token = caret === undefined ? undefined : tokenAt(text, caret);
  const typed = token?.text ?? '';
  const shown = useMemo(() => completionsOf(typed, operatorHints(), values), [typed, values]);
  const isOpen = shown.length > 0;
  const active = shown[at];
  const close = () => setCaret(undefined);
  const take = (input: HTMLInputElement, completion: Completion) => {
    if (!token) return;
    const next = complete(text, token, completion);
    // At once: what is typed next stands behind it.
    flushSync(() => {
      onText(next.query);
      setAt(-1);
      setCaret(completion.isWhole ? undefined : next.caret);
    });
    input.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = active ?? (event.key === 'Tab' && !event.shiftKey ? shown[0] : undefined);
    if (isOpen && step) setAt((at + step + shown.length + (at < 0 && step < 0 ? 1 : 0)) % shown.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(event.currentTarget, chosen);
    else if (event.key === 'Escape' && isOpen) close();
    else if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Enter') onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <search className="search-box">
      <Search className="ico-18" aria-hidden />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={active && `${id}-${at}`}
        aria-autocomplete="list"
        aria-label={t('globals.terms.search')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setCaret(event.target.selectionStart ?? undefined);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {text !== '' && (
        <IconButton
          size="s"
          label={t('search.clear')}
          icon={<X aria-hidden />}
          onClick={(event) => {
            onText('');
            event.currentTarget.closest('.search-box')?.querySelector('input')?.focus();
          }}
        />
      )}
      {isOpen && (
        <div id={id} className="menu search-menu" role="listbox" aria-label={t('search.completions')}>
          {shown.map((completion, index) => (
            // The keyboard stays in the field, which names the active option.
            <div
              key={completion.label}
              id={`${id}-${index}`}
              className={classNames('item', index === at && 'is-active')}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onPointerMove={() => setAt(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={(event) => {
                const input = event.currentTarget.closest('.search-box')?.querySelector('input');
                if (input) take(input, completion);
              }}
              onKeyDown={undefined}
            >
              <span className="cut" dir="auto">
                {completion.label}
              </span>
              {completion.hint && <span className="hint">{completion.hint}</span>}
            </div>
          ))}
        </div>
      )}
    </search>
  );
}
