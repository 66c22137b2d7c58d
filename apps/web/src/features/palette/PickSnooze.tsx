import { SnoozeDialog, useSnooze } from '../conversations/actions/index.ts';

/** A date and a time of one's own, in place of the palette. */
export function PickSnooze({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const snooze = useSnooze(uuid);
  return (
    <SnoozeDialog
      isOpen
      onClose={onClose}
      onPick={(until) => {
        onClose();
        snooze(until);
      }}
    />
  );
}
