import { Mail } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { InboxForm, inboxesPath } from './InboxForm.tsx';
import './inbox-admin.css';

/** A new inbox: the channel first, then its form. */
export function Component() {
  const [isChosen, setChosen] = useState(false);
  const title = t('globals.messages.new', { name: t('globals.terms.inbox', {}, 1) });
  if (isChosen) {
    return (
      <InboxForm
        title={t('admin.inbox.createEmailInbox')}
        values={{
          name: '',
          from: '',
          channel: 'email',
          enabled: true,
          csat_enabled: false,
          config: { imap: [], smtp: [] },
          reply_to: '',
          enable_plus_addressing: true,
          from_name_template: '',
          undo_send_seconds: '',
          csat_delay_minutes: '',
        }}
        save={({ enable_plus_addressing: plus, ...body }) =>
          // Of a real mailbox it has yet to be shown that it delivers them (settled question 41).
          api('inboxes.create', {
            body: body.config.imap.length > 0 ? body : { ...body, enable_plus_addressing: plus },
          })
        }
      />
    );
  }
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.inbox'), to: inboxesPath }}>
      <div className="inbox-channels">
        <p className="help">{t('admin.inbox.chooseChannel')}</p>
        <button type="button" className="inbox-channel" onClick={() => setChosen(true)}>
          <Mail aria-hidden />
          <span>
            {t('globals.terms.email', {}, 1)}
            <small>{t('admin.inbox.channel.email.description')}</small>
          </span>
        </button>
      </div>
    </AdminPage>
  );
}
