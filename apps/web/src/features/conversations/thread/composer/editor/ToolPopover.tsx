import * as Popover from 'radix-ui/popover';
import type { ReactNode } from 'react';
import { classNames } from '../../../../../ui/class-names.ts';
import { IconButton } from '../../../../../ui/IconButton.tsx';

interface ToolPopoverProps {
  label: string;
  icon: ReactNode;
  /** The text at the caret has it; absent where there is no such thing. */
  isOn?: boolean;
  className: string;
  /** Room between the tool and what it opens, in px. */
  offset?: number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The pointer comes near: what is to be shown can be loaded. */
  onNear?: () => void;
  /** Called when the focus is about to go back to the tool; `preventDefault` keeps it from there. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

/** A tool of the editor that opens something to fill in or to choose from. */
export function ToolPopover({ label, icon, isOn, className, offset = 4, onNear, ...rest }: ToolPopoverProps) {
  const { isOpen, onOpenChange, onCloseAutoFocus, children } = rest;
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <IconButton size="s" side="top" label={label} icon={icon} aria-pressed={isOn} onPointerEnter={onNear} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={classNames('menu', className)}
          side="top"
          align="start"
          sideOffset={offset}
          collisionPadding={8}
          aria-label={label}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
