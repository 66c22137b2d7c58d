import type { Conversation } from '@bellhop/contract';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../../ui/Menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { dayAndTime } from '../thread/message-time.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { presetName, snoozePresets } from './snooze.ts';
import { type SnoozeChoice, useSnooze } from './use-snooze.ts';

interface SnoozeMenuProps extends Omit<SnoozeChoicesProps, 'onSnooze'> {
  conversation: Conversation;
}

interface SnoozeChoicesProps {
  onSnooze: (choice: SnoozeChoice) => void;
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

const minuteMs = 60_000;

/** Snoozes one conversation. */
export function SnoozeMenu({ conversation, ...rest }: SnoozeMenuProps) {
  return <SnoozeChoices {...rest} onSnooze={useSnooze(conversation.uuid)} />;
}

/** The presets of specification 9, each with the moment it means, and a date and time of one's own. */
export function SnoozeChoices({ onSnooze, trigger, isOpen, onOpenChange }: SnoozeChoicesProps) {
  const [isPicking, setPicking] = useState(false);
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
        <Presets onSnooze={onSnooze} />
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
          onSnooze(until);
        }}
      />
    </>
  );
}

/** By themselves, for most menus stay closed and need no moments. */
function Presets({ onSnooze }: Pick<SnoozeChoicesProps, 'onSnooze'>) {
  const now = useNow(30_000);
  return snoozePresets.map((minutes) => {
    const until = new Date(now + minutes * minuteMs);
    return (
      <MenuItem key={minutes} hint={dayAndTime(until, now)} onSelect={() => onSnooze(minutes)}>
        {presetName(minutes)}
      </MenuItem>
    );
  });
}
