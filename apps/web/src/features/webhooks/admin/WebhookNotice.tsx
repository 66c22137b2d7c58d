import type { Webhook } from '@bellhop/contract';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import './webhooks.css';
import '../../../ui/admin/note.css';

/** What is wrong with a webhook, if anything: failing, or switched off because of it. */
export function WebhookNotice({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_at, disabled_reason, failing_since, last_error } = webhook;
  const isOff = !enabled && disabled_reason !== null;
  if (!isOff && !(enabled && failing_since)) return null;
  const Icon = isOff ? CircleAlert : TriangleAlert;
  const detail = last_error ?? disabled_reason;
  return (
    <div className={`webhook-notice admin-note ${isOff ? 'is-bad' : 'is-warn'}`}>
      <Icon aria-hidden />
      <div>
        {isOff
          ? t('admin.webhook.switched_off_since', { date: fullDate(disabled_at ?? '') })
          : t('admin.webhook.failing_since', { date: fullDate(failing_since ?? '') })}
        {detail && (
          <p className="soft" dir="auto">
            {detail}
          </p>
        )}
      </div>
    </div>
  );
}
