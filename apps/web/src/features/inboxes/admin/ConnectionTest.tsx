import type { ConnectionCheck } from '@bellhop/contract';
import { CircleCheck, Plug, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { cureText, problemText } from '../mail-problem.ts';
import type { InboxForm } from './inbox-form.ts';
import '../../../ui/admin/note.css';

/** Tries the servers of one side as they stand in the form, before anything is saved. */
export function ConnectionTest({ side, id }: { side: 'imap' | 'smtp'; id?: number }) {
  const { getValues, trigger } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const [checks, setChecks] = useState<readonly ConnectionCheck[]>([]);
  const [refusal, setRefusal] = useState('');
  const test = async () => {
    if (isBusy || !(await trigger(`config.${side}`, { shouldFocus: true }))) return;
    setBusy(true);
    setRefusal('');
    setChecks([]);
    try {
      const { imap, smtp } = getValues('config') as InboxForm['config'];
      const config = side === 'imap' ? { imap, smtp: [] } : { imap: [], smtp };
      setChecks(await api('inboxes.test_connection', { body: { id: id ?? null, config } }));
    } catch (error) {
      setRefusal(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="inbox-test">
      <Button icon={<Plug aria-hidden />} aria-disabled={isBusy} onClick={() => void test()}>
        {t(isBusy ? 'admin.inbox.test.running' : 'admin.inbox.test')}
      </Button>
      <div role="status">
        {checks.map((check) => (
          <CheckResult key={check.host} check={check} />
        ))}
        {refusal && <p className="admin-note is-bad">{refusal}</p>}
      </div>
    </div>
  );
}

function CheckResult({ check: { host, ok, problem, detail } }: { check: ConnectionCheck }) {
  if (ok) {
    return (
      <p className="admin-note is-good">
        <CircleCheck aria-hidden />
        <span>
          <strong>{t('admin.inbox.test.works')}</strong> <bdi>{host}</bdi>
        </span>
      </p>
    );
  }
  return (
    <div className="admin-note is-bad">
      <TriangleAlert aria-hidden />
      <div>
        <strong>{problemText(problem ?? 'unknown')}</strong>
        <p>{cureText(problem ?? 'unknown')}</p>
        <Words text={detail} />
      </div>
    </div>
  );
}

/** What a server said, as it said it. */
export function Words({ text }: { text: string }) {
  return (
    <details className="inbox-words">
      <summary>{t('admin.inbox.health.words')}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
