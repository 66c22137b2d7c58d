import type { MacroAction } from '@bellhop/contract';
import { Chip } from '../../ui/Badge.tsx';
import { actionText } from './action-text.ts';
import './macros.css';

interface MacroChipsProps {
  label: string;
  actions: readonly MacroAction[];
  onRemove?: (action: MacroAction) => void;
}

/** The actions of a macro, said before they run; with `onRemove` each can be taken out. */
export function MacroChips({ label, actions, onRemove }: MacroChipsProps) {
  if (actions.length === 0) return null;
  return (
    <ul className="macro-chips" aria-label={label}>
      {actions.map((action) => (
        <li key={action.type}>
          <Chip {...(onRemove ? { onRemove: () => onRemove(action) } : {})}>{actionText(action)}</Chip>
        </li>
      ))}
    </ul>
  );
}
