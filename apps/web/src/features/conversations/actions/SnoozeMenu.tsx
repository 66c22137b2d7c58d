import type { Conversation } from '@bellhop/contract';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../../ui/Menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { dayAndTime } from '../thread/message-time.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { presetName, snoozePresets } from './snooze.ts';
import { useSnooze } from './use-snooze.ts';

interface SnoozeMenuProps {
  conversation: Conversation;
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

const minuteMs = 60_000;

/** The presets of specification 9, each with the moment it means, and a date and time of one's own. */
export function SnoozeMenu({ conversation, trigger, isOpen, onOpenChange }: SnoozeMenuProps) {
  const snooze = useSnooze(conversation.uuid);
  const [isPicking, setPicking] = useState(false);
  const now = useNow(30_000);
  return (
    <>
      <Menu
        trigger={trigger}
        align="end"
        label={t('globals.terms.snooze')}
        {...(isOpen === undefined ? {} : { isOpen })}
        {...(onOpenChange ? { onOpenChange } : {})}
      >
        <MenuLabel>{t('snooze.until')}</MenuLabel>
        {snoozePresets.map((minutes) => {
          const until = new Date(now + minutes * minuteMs);
          return (
            <MenuItem key={minutes} hint={dayAndTime(until, now)} onSelect={() => snooze(minutes)}>
              {presetName(minutes)}
            </MenuItem>
          );
        })}
        <MenuLine />
        <MenuItem icon={<CalendarClock aria-hidden />} onSelect={() => setPicking(true)}>
          {t('globals.messages.pickDateAndTime')}
        </MenuItem>
      </Menu>
      <SnoozeDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(until) => {
          setPicking(false);
          snooze(until);
        }}
      />
    </>
  );
}
