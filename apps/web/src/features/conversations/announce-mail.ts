import type { ConversationListItem } from '@bellhop/contract';
import { fullName } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { announce } from '../../ui/announce.ts';

/** Reads out whose mail has come; for conversations of the lists on screen only, the rest of a busy desk stays quiet. */
export function announceMail({ contact }: ConversationListItem): void {
  announce(t('list.message_from', { name: fullName(contact) || (contact.email ?? '') }));
}
