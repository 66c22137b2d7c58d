import { type SnoozeChoice, SnoozeDialog } from '../conversations/actions/index.ts';

interface PickSnoozeProps {
  onSnooze: (choice: SnoozeChoice) => void;
  onClose: () => void;
}

/** A date and a time of one's own, in place of the palette. */
export function PickSnooze({ onSnooze, onClose }: PickSnoozeProps) {
  return (
    <SnoozeDialog
      isOpen
      onClose={onClose}
      onPick={(until) => {
        onClose();
        onSnooze(until);
      }}
    />
  );
}
