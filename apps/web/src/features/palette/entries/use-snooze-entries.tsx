import { CalendarClock, Clock } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import {
  dayAndTime,
  presetName,
  type SnoozeChoice,
  snoozePresets,
  usePermissions,
} from '../../conversations/actions/index.ts';
import type { PaletteEntry } from '../entry.ts';

const minuteMs = 60_000;

/** The presets of specification 9, each with the moment it means, and a date and time of one's own. */
export function useSnoozeEntries(
  snooze: ((choice: SnoozeChoice) => void) | undefined,
  pickTime: () => void,
): readonly PaletteEntry[] {
  const may = usePermissions();
  const now = useNow(30_000);
  if (!snooze || !may.status) return [];
  const presets = snoozePresets.map(
    (minutes): PaletteEntry => ({
      id: `snooze.${minutes}`,
      label: presetName(minutes),
      group: 'choice',
      icon: <Clock aria-hidden />,
      hint: dayAndTime(new Date(now + minutes * minuteMs), now),
      to: () => snooze(minutes),
    }),
  );
  const own: PaletteEntry = {
    id: 'snooze.pick',
    label: t('globals.messages.pickDateAndTime'),
    group: 'choice',
    icon: <CalendarClock aria-hidden />,
    to: pickTime,
  };
  return [...presets, own];
}
