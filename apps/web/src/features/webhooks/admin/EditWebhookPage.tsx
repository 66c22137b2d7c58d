import type { Webhook } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { webhookQueries } from '../webhooks.api.ts';
import { SecretSection } from './SecretSection.tsx';
import { TestDialog } from './TestDialog.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookNotice } from './WebhookNotice.tsx';
import { webhooksPath } from './webhook-text.ts';

/** An existing webhook: its form, how it is doing, a test, its secret. */
export function Component() {
  const query = useQuery(webhookQueries.detail(Number(useParams().id)));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.webhook'), to: webhooksPath }}>
      {(webhook) => <Form webhook={webhook} />}
    </LoadedPage>
  );
}

function Form({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [isTesting, setTesting] = useState(false);
  const { id, name, url, description, inbox_ids, events, enabled, updated_at } = webhook;
  return (
    <>
      <WebhookForm
        title={name}
        values={{ name, url, description, inbox_ids, events, enabled }}
        basedOn={updated_at}
        actions={
          <>
            <Link className={buttonClass({ tone: 'quiet' })} to={`${webhooksPath}/${id}/deliveries`}>
              <ListChecks aria-hidden />
              <span className="webhook-word">{t('admin.webhook.log')}</span>
            </Link>
            <Button icon={<Send aria-hidden />} onClick={() => setTesting(true)}>
              <span className="webhook-word">{t('admin.webhook.test')}</span>
            </Button>
          </>
        }
        head={<WebhookNotice webhook={webhook} />}
        secret={<SecretSection webhook={webhook} />}
        save={(body) => api('webhooks.update', { params: { id }, body })}
        onSaved={() => void navigate(webhooksPath)}
      />
      <TestDialog webhook={isTesting ? webhook : undefined} onClose={() => setTesting(false)} />
    </>
  );
}
