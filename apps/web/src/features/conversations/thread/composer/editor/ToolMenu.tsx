import type { ChainedCommands } from '@tiptap/core';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../../ui/Menu.tsx';
import { useAfterClose } from '../../use-after-close.ts';

export interface ToolItem {
  /** Where two may have the same label. */
  id?: string;
  label: string;
  icon?: ReactNode;
  /** Key in the notation of lib/hotkeys.ts. */
  keys?: string;
  isDisabled?: boolean;
  /** Runs once the menu has closed, on a chain that begins with the focus in the text. */
  onPick: (chain: ChainedCommands) => void;
}

interface ToolMenuProps {
  editor: Editor;
  label: string;
  icon: ReactNode;
  /** The text at the caret has it; absent where there is no such thing. */
  isOn?: boolean;
  isBusy?: boolean;
  /** Groups, with a line between them. */
  items: readonly (readonly ToolItem[])[];
}

/** A tool of the editor that is a menu. */
export function ToolMenu({ editor, label, icon, isOn, isBusy = false, items }: ToolMenuProps) {
  const afterClose = useAfterClose();
  return (
    <Menu
      side="top"
      label={label}
      onCloseAutoFocus={afterClose.onCloseAutoFocus}
      trigger={
        <IconButton
          size="s"
          side="top"
          label={label}
          icon={icon}
          aria-pressed={isOn}
          {...(isBusy ? { 'aria-disabled': true } : {})}
        />
      }
    >
      {items.flatMap((group, index) => [
        index > 0 && <MenuLine key={`before ${group[0]?.label}`} />,
        ...group.map(({ id, label: name, onPick, ...parts }) => (
          <MenuItem
            key={id ?? name}
            {...parts}
            onSelect={() => afterClose.afterwards(() => onPick(editor.chain().focus()))}
          >
            {name}
          </MenuItem>
        )),
      ])}
    </Menu>
  );
}
