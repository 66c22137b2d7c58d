import type { WebhookWithSecret } from '@bellhop/contract';
import { Copy } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, Input } from '../../../ui/Field.tsx';

/** A secret that was just made, the only time that it can be seen: only its own button closes it. */
export function SecretDialog({ webhook, onClose }: { webhook: WebhookWithSecret | undefined; onClose: () => void }) {
  const copy = () => webhook && void copyText(webhook.secret, t('admin.webhook.secret.copied'));
  return (
    <Dialog
      isOpen={webhook !== undefined}
      isKept
      title={t('admin.webhook.secret.title', { name: webhook?.name ?? '' })}
      description={t('admin.webhook.secret.once')}
      footer={
        <>
          <Button data-autofocus icon={<Copy aria-hidden />} onClick={copy}>
            {t('admin.webhook.secret.copy')}
          </Button>
          <Button tone="main" onClick={onClose}>
            {t('admin.webhook.secret.kept')}
          </Button>
        </>
      }
    >
      <Field label={t('admin.webhook.secret')}>
        <Input
          value={webhook?.secret ?? ''}
          readOnly
          dir="ltr"
          className="webhook-secret"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
    </Dialog>
  );
}
