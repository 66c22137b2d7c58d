import type { Webhook, WebhookWithSecret } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { FormSection } from '../../../ui/admin/AdminForm.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { SecretDialog } from './SecretDialog.tsx';

/** What deliveries are signed with: it can be replaced, not seen. */
export function SecretSection({ webhook }: { webhook: Webhook }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret>();
  const { id, name, old_secret_until } = webhook;
  const rotate = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      setMade(await api('webhooks.rotate_secret', { params: { id }, body: {} }));
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <FormSection title={t('admin.webhook.secret')} help={t('admin.webhook.secret.help')}>
      <div className="field webhook-secret-tools">
        <Button size="s" icon={<KeyRound aria-hidden />} onClick={() => setAsking(true)}>
          {t('admin.webhook.secret.new')}
        </Button>
        {old_secret_until && (
          <span className="help">{t('admin.webhook.secret.old_until', { date: fullDate(old_secret_until) })}</span>
        )}
      </div>
      <Dialog
        isOpen={isAsking}
        isKept
        onClose={() => setAsking(false)}
        title={t('admin.webhook.secret.question', { name })}
        description={t('admin.webhook.secret.both')}
        footer={
          <>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('globals.messages.cancel')}
            </Button>
            <Button tone="main" aria-disabled={isBusy} onClick={() => void rotate()}>
              {t('admin.webhook.secret.new')}
            </Button>
          </>
        }
      />
      <SecretDialog webhook={made} onClose={() => setMade(undefined)} />
    </FormSection>
  );
}
