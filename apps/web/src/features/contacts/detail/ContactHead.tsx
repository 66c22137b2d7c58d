import type { Contact } from '@bellhop/contract';
import { Ban } from 'lucide-react';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { AvatarField } from '../../media/avatar/index.ts';
import { useSaveAvatar } from '../contacts.api.ts';

/** Picture, since when the contact is known, and whether its mail is refused. */
export function ContactHead({ contact, name }: { contact: Contact; name: string }) {
  const mayWrite = useCan('contacts:write');
  const { mutateAsync: save, isPending } = useSaveAvatar(contact);
  const person = {
    first_name: contact.first_name || name,
    last_name: contact.last_name,
    avatar_url: contact.avatar_url,
  };
  return (
    <header className="contact-head">
      {mayWrite ? (
        <AvatarField person={person} isBusy={isPending} onSave={save} removedText={t('contacts.avatar_removed')} />
      ) : (
        <Avatar {...person} size={72} />
      )}
      <p className="muted">{t('contacts.since', { date: fullDate(contact.created_at) })}</p>
      {!contact.enabled && (
        <p className="contact-refused">
          <Ban aria-hidden />
          {t('contacts.blocked_about')}
        </p>
      )}
    </header>
  );
}
