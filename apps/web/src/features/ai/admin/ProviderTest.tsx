import type { AiTest } from '@bellhop/contract';
import type { AiSettingsInput } from '@bellhop/contract/ai';
import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import type { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Button } from '../../../ui/Button.tsx';
import '../../../ui/admin/note.css';

const tried = ['base_url', 'model', 'api_key'] as const;

/** Asks the provider a short question by what stands in the form, and says in plain words how that went. Saves nothing. */
export function ProviderTest({
  state: { form },
}: {
  state: Pick<ReturnType<typeof useAdminForm<typeof AiSettingsInput>>, 'form'>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<AiTest>();
  const test = async () => {
    if (isBusy || !(await form.trigger([...tried], { shouldFocus: true }))) return;
    setBusy(true);
    setResult(undefined);
    const { base_url, model, api_key } = form.getValues();
    try {
      const outcome = await api('ai.test', { body: { base_url, model, api_key } });
      setResult(outcome);
      if (outcome.field && outcome.error) form.setError(outcome.field, { type: 'server', message: outcome.error });
    } catch (error) {
      setResult({ ok: false, duration_ms: 0, error: toApiError(error).message, field: null, answer: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="field ai-test">
      <Button icon={<PlugZap aria-hidden />} aria-disabled={isBusy} onClick={() => void test()}>
        {isBusy ? t('admin.ai.testing') : t('admin.ai.test')}
      </Button>
      <span className="help">{t('admin.ai.test.help')}</span>
      <div role="status">{result && <Outcome result={result} />}</div>
    </div>
  );
}

function Outcome({ result: { ok, duration_ms, error, answer } }: { result: AiTest }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div className={ok ? 'admin-note is-good' : 'admin-note is-bad'}>
      <Icon aria-hidden />
      <div>
        <p dir="auto">{ok ? t('admin.ai.test.ok', { seconds: (duration_ms / 1000).toFixed(1) }) : error}</p>
        {ok && answer && <p dir="auto">“{answer}”</p>}
      </div>
    </div>
  );
}
