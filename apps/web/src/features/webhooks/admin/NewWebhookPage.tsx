import type { WebhookWithSecret } from '@bellhop/contract';
import { defaultWebhookEvents } from '@bellhop/contract/webhooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { FormSection } from '../../../ui/admin/AdminForm.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { webhooksPath } from './webhook-text.ts';

const empty = { name: '', url: '', description: '', inbox_ids: [], events: [...defaultWebhookEvents] };

/** A new webhook; its secret is shown before anything else can be done. */
export function Component() {
  const navigate = useNavigate();
  const [made, setMade] = useState<WebhookWithSecret>();
  return (
    <>
      <WebhookForm
        title={t('globals.messages.new', { name: t('globals.terms.webhook', {}, 1) })}
        values={empty}
        secret={
          <FormSection title={t('admin.webhook.secret')}>
            <p className="field help">{t('admin.webhook.secret.comes')}</p>
          </FormSection>
        }
        save={async (body) => setMade(await api('webhooks.create', { body }))}
        onSaved={() => undefined}
      />
      <SecretDialog
        webhook={made}
        onClose={() => made && void navigate(`${webhooksPath}/${made.id}/edit`, { replace: true })}
      />
    </>
  );
}
