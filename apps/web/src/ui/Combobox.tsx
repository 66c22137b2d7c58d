import { Check, ChevronDown, Search } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { classNames } from './class-names.ts';
import { useFieldParts } from './Field.tsx';
import { landmarkOf } from './landmark.ts';
import './menu.css';

export interface Option {
  value: string;
  label: string;
  /** Picture before the label: an avatar, an emoji. */
  lead?: ReactNode;
  hint?: string;
  /** Further words that find this option. */
  also?: string;
}

interface PickerProps {
  /** The button that opens it; it gets the popover's attributes. */
  trigger: ReactNode;
  /** What is chosen here ("Agent"); names the list and the search field. */
  label: string;
  options: readonly Option[];
  /** Chosen values. */
  value: readonly string[];
  /** Called with the option just clicked or entered; several choices stay open. */
  onPick: (value: string) => void;
  isMultiple?: boolean;
  /** A search field above the list; default with more than seven options. */
  hasSearch?: boolean;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the focus is about to go back to the trigger; `preventDefault` keeps it from there. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/**
 * A searchable menu for agents, teams and tags. Arrows move, Enter picks, Escape closes, typing searches; the focus goes
 * back to the trigger.
 */
export function Combobox({
  trigger,
  isOpen,
  onOpenChange,
  onCloseAutoFocus,
  align = 'start',
  side = 'bottom',
  ...list
}: PickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOwnOpen, setOwnOpen] = useState(false);
  const open = isOpen ?? isOwnOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild ref={button}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal container={landmarkOf(button.current)}>
        <Popover.Content
          className="menu is-picker"
          aria-label={list.label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <PickerList {...list} onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PickerList({
  label,
  options,
  value,
  onPick,
  isMultiple,
  hasSearch = options.length > 7,
  onClose,
}: Omit<PickerProps, 'trigger'> & { onClose: () => void }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const shown = useMemo(() => matching(options, query), [options, query]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => value.includes(option.value)),
    ),
  );
  const listRef = useRef<HTMLDivElement>(null);
  const current = shown[Math.min(active, shown.length - 1)];

  useEffect(() => {
    listRef.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' });
  });

  const pick = (option: Option) => {
    onPick(option.value);
    if (!isMultiple) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const edge = { Home: 0, End: shown.length - 1 }[event.key];
    if (step) setActive((at) => (Math.min(at, shown.length - 1) + step + shown.length) % Math.max(1, shown.length));
    else if (edge !== undefined && !(hasSearch && query)) setActive(edge);
    else if (event.key === 'Enter' && current) pick(current);
    else return;
    event.preventDefault();
  };
  const activeId = current && `${id}-${current.value}`;
  return (
    <>
      {hasSearch && (
        <div className="picker-search">
          <Search aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={activeId}
            aria-label={t('globals.messages.search', { name: label })}
            placeholder={t('globals.messages.search', { name: label })}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
      <div
        ref={listRef}
        id={id}
        className="picker-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple ?? false}
        tabIndex={hasSearch ? -1 : 0}
        aria-activedescendant={activeId}
        onKeyDown={hasSearch ? undefined : onKeyDown}
      >
        {shown.map((option, index) => (
          // The keyboard stays in the search field or on the list, which names the active option.
          <div
            key={option.value}
            id={`${id}-${option.value}`}
            className={classNames('item', option === current && 'is-active')}
            role="option"
            aria-selected={value.includes(option.value)}
            tabIndex={-1}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(option)}
            onKeyDown={onKeyDown}
          >
            {option.lead}
            <span className="cut" dir="auto">
              {option.label}
            </span>
            {option.hint && <span className="hint">{option.hint}</span>}
            <span className="item-check">{value.includes(option.value) && <Check aria-hidden />}</span>
          </div>
        ))}
        {shown.length === 0 && <p className="picker-none">{t('globals.messages.noResults')}</p>}
      </div>
    </>
  );
}

interface SelectProps {
  /** What is chosen here; also the text while nothing is. */
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  isDisabled?: boolean;
}

/** A field of a form that takes one of several; searchable when they are many. */
export function Select({ label, options, value, onChange, isDisabled = false }: SelectProps) {
  const parts = useFieldParts();
  const chosen = options.find((option) => option.value === value);
  return (
    <Combobox
      label={label}
      options={options}
      value={value === null ? [] : [value]}
      onPick={onChange}
      trigger={
        <button type="button" className="input" disabled={isDisabled} {...parts}>
          {chosen?.lead}
          <span className={classNames('cut', !chosen && 'muted')} dir="auto">
            {chosen?.label ?? t('globals.messages.select', { name: label })}
          </span>
          <ChevronDown className="ico-end" aria-hidden />
        </button>
      }
    />
  );
}

/** Options that contain every word of the query, without regard to case and accents. */
function matching(options: readonly Option[], query: string): readonly Option[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const text = plain(`${option.label} ${option.also ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
