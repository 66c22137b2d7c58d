import { useQueryClient } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';

const weekMs = 7 * 24 * 3600_000;

/** Sends everything once more whose delivery came to nothing, after a question. */
export function ReplayFailed({ id }: { id: number }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const replay = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const now = serverNow();
      const span = { from: new Date(now - weekMs).toISOString(), to: new Date(now + 60_000).toISOString() };
      tellReplayed(await api('webhooks.replay_range', { params: { id }, body: span }));
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button tone="quiet" icon={<Repeat aria-hidden />} onClick={() => setAsking(true)}>
        <span className="webhook-word">{t('admin.webhook.replay_failed')}</span>
      </Button>
      <Dialog
        isOpen={isAsking}
        isKept
        onClose={() => setAsking(false)}
        title={t('admin.webhook.replay_failed.question')}
        description={t('admin.webhook.replay_failed.text')}
        footer={
          <>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('globals.messages.cancel')}
            </Button>
            <Button tone="main" aria-disabled={isBusy} onClick={() => void replay()}>
              {t('admin.webhook.replay')}
            </Button>
          </>
        }
      />
    </>
  );
}

function tellReplayed({ queued, more }: { queued: number; more: boolean }): void {
  const n = count(queued);
  if (queued === 0) toast.plain(t('admin.webhook.replayed.none'));
  else toast.success(more ? t('admin.webhook.replayed.more', { n }) : t('admin.webhook.replayed', { n }, queued));
}
