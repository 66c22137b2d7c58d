import type { TestMailResult } from '@bellhop/contract';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import './settings.css';

interface MailTestProps {
  /** Whether the fields can be tried; marks those that cannot. */
  check: () => Promise<boolean>;
  send: () => Promise<TestMailResult>;
}

/** Sends a test mail by what stands in the form, and says in plain words how that went. */
export function MailTest({ check, send }: MailTestProps) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<TestMailResult>();
  const test = async () => {
    if (isBusy || !(await check())) return;
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await send());
    } catch (error) {
      setResult({ ok: false, detail: toApiError(error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mail-test field">
      <Button icon={<Send aria-hidden />} aria-disabled={isBusy} onClick={() => void test()}>
        {isBusy ? t('admin.notification.testing') : t('admin.notification.test')}
      </Button>
      <span className="help">{t('admin.notification.test.description')}</span>
      {result && (
        <p className={result.ok ? 'is-good' : 'is-bad'} role="status" dir="auto">
          {result.detail}
        </p>
      )}
    </div>
  );
}
