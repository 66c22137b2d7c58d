import { Check } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { holdNextKeys } from './early-keys.ts';
import { useFocusOrigin } from './focus-origin.ts';
import { Kbd } from './Kbd.tsx';
import { landmarkOf } from './landmark.ts';
import './menu.css';
import './field.css';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Name of the menu. */
  label: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the focus is about to go back to the trigger; `preventDefault` keeps it from there. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

/** A menu of actions or choices. When it closes, the focus goes back to the trigger, or to where it was when a key opened it. */
export function Menu({
  trigger,
  label,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpenChange,
  onCloseAutoFocus,
  children,
}: MenuProps) {
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
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmarkOf(button.current)}>
        <Radix.Content
          className="menu"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onKeyDown={holdNextKeys}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            focus.giveBack(event);
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ItemParts {
  icon?: ReactNode;
  /** Key in the notation of lib/hotkeys.ts. */
  keys?: string;
  /** Short text at the end, such as a count. */
  hint?: string;
  children: ReactNode;
}

interface MenuItemProps extends ItemParts {
  onSelect: () => void;
  tone?: 'plain' | 'bad';
  isDisabled?: boolean;
}

/** One action. */
export function MenuItem({ onSelect, tone, isDisabled = false, ...parts }: MenuItemProps) {
  return (
    <Radix.Item className={classNames('item', tone === 'bad' && 'is-bad')} disabled={isDisabled} onSelect={onSelect}>
      <ItemBody {...parts} />
    </Radix.Item>
  );
}

/** A switch inside a menu, which stays open so that the change can be seen. */
export function MenuSwitch({
  isOn,
  onChange,
  ...parts
}: ItemParts & { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Radix.CheckboxItem
      className="item"
      checked={isOn}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <ItemBody {...parts} />
      <span className={classNames('switch', isOn && 'is-on')} aria-hidden="true" />
    </Radix.CheckboxItem>
  );
}

interface MenuChoiceProps<V extends string> {
  value: V;
  onChange: (value: V) => void;
  options: readonly ({ value: V } & ItemParts)[];
}

/** One of several. */
export function MenuChoice<V extends string>({ value, onChange, options }: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
      {options.map(({ value: own, ...parts }) => (
        <Radix.RadioItem key={own} value={own} className="item">
          <ItemBody {...parts} />
          <span className="item-check">
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

/** Heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-label">{children}</Radix.Label>;
}

/** Line between groups. */
export function MenuLine() {
  return <Radix.Separator className="menu-line" />;
}

function ItemBody({ icon, keys, hint, children }: ItemParts) {
  return (
    <>
      {icon}
      <span className="cut" dir="auto">
        {children}
      </span>
      {hint !== undefined && <span className="hint">{hint}</span>}
      {keys && <Kbd keys={keys} />}
    </>
  );
}
