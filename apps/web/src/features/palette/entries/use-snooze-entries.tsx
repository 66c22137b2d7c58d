import type { Conversation } from '@bellhop/contract';
import { CalendarClock, Clock } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { dayAndTime, presetName, snoozePresets, usePermissions, useSnooze } from '../../conversations/actions/index.ts';
import type { PaletteEntry } from '../entry.ts';

const minuteMs = 60_000;

/** The presets of specification 9, each with the moment it means, and a date and time of one's own. */
export function useSnoozeEntries(
  conversation: Conversation | undefined,
  pickTime: () => void,
): readonly PaletteEntry[] {
  const snooze = useSnooze(conversation?.uuid ?? '');
  const may = usePermissions();
  const now = useNow(30_000);
  if (!conversation || !may.status) return [];
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
