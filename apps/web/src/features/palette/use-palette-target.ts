import { defaultStatusNames } from 'virtual:contract';
import {
  type SnoozeChoice,
  snoozeUntil,
  statusChange,
  useSnooze,
  useTickedRows,
} from '../conversations/actions/index.ts';
import { useOpenConversation } from './use-open-conversation.ts';

/** What the palette changes: the ticked rows while there are any, else the open conversation; and how that is snoozed. */
export function usePaletteTarget() {
  const conversation = useOpenConversation();
  const ticked = useTickedRows();
  const snoozeOpen = useSnooze(conversation?.uuid ?? '');
  const snoozeTicked = (choice: SnoozeChoice) =>
    void ticked.run(statusChange(defaultStatusNames.snoozed, snoozeUntil(choice)));
  return { conversation, ticked, snooze: ticked.rows.length > 0 ? snoozeTicked : conversation && snoozeOpen };
}
