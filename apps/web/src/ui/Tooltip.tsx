import * as Radix from 'radix-ui/tooltip';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { keyCaps } from '../lib/hotkeys.ts';
import { usePresentKey } from '../lib/key-map.ts';
import { landmarkOf } from './landmark.ts';
import './tooltip.css';

/** Delay of specification 9; stands once round the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={150}>{children}</Radix.Provider>;
}

/** A focus that a closing dialog gives back to what was clicked explains nothing, and would cover its neighbours. */
function onlyByKeyboard(event: FocusEvent): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

interface TooltipProps {
  label: string;
  /** Key in the notation of lib/hotkeys.ts, shown after the label. */
  keys?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The one element that the tooltip explains. */
  children: ReactNode;
}

/** Explains an element on hover and focus. It is no replacement for the element's own name. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const present = usePresentKey(keys);
  const [container, setContainer] = useState<HTMLElement>();
  return (
    <Radix.Root onOpenChange={() => setContainer(landmarkOf(trigger.current))}>
      <Radix.Trigger asChild ref={trigger} onFocus={onlyByKeyboard}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {present && <kbd>{keyCaps(present).join(' ')}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
