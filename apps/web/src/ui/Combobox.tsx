import { ChevronDown } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { classNames } from './class-names.ts';
import { useFieldParts } from './Field.tsx';
import { useFocusOrigin } from './focus-origin.ts';
import { landmarkOf } from './landmark.ts';
import { type Option, PickerList, type PickerListProps } from './PickerList.tsx';
import './menu.css';

export type { Option } from './PickerList.tsx';

interface PickerProps extends Omit<PickerListProps, 'onClose'> {
  /** The button that opens it; it gets the popover's attributes. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the focus is about to go back to the trigger; `preventDefault` keeps it from there. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/**
 * A searchable menu for agents, teams and tags. Arrows move, Enter picks, Escape closes, typing searches; the focus goes
 * back to the trigger, or to where it was when a key opened it.
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
  const focus = useFocusOrigin(button, open);
  const setOpen = (next: boolean) => {
    if (next) focus.byTrigger();
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
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            focus.giveBack(event);
          }}
        >
          <PickerList {...list} onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface SelectProps {
  /** What is chosen here; also the text while nothing is. */
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  isDisabled?: boolean;
  isInvalid?: boolean;
  /** The button itself, for who wants to give it the focus. */
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A field of a form that takes one of several; searchable when they are many. */
export function Select({ label, options, value, onChange, isDisabled = false, isInvalid, buttonRef }: SelectProps) {
  const parts = useFieldParts();
  const chosen = options.find((option) => option.value === value);
  return (
    <Combobox
      label={label}
      options={options}
      value={value === null ? [] : [value]}
      onPick={onChange}
      trigger={
        <button
          ref={buttonRef}
          type="button"
          className="input"
          disabled={isDisabled}
          {...(isInvalid ? { 'aria-invalid': true } : {})}
          {...parts}
        >
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
