import type { Enrolled } from '@bellhop/contract';
import { Copy } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field, Input } from '../../ui/Field.tsx';

interface TotpSetupProps {
  begun: { secret: string; uri: string };
  onEnrolled: (enrolled: Enrolled) => void;
}

/** The picture that an app reads, the same as text, and the code that shows that the app has it. */
export function TotpSetup({ begun, onEnrolled }: TotpSetupProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const grouped = begun.secret.replace(/(.{4})(?=.)/g, '$1 ');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (!code) return setError(t('secondFactor.code.required'));
    setBusy(true);
    try {
      onEnrolled(await api('account.finish_totp', { body: { code } }));
    } catch (refused) {
      setError(toApiError(refused).message);
      setBusy(false);
    }
  };
  return (
    <form className="totp-setup" noValidate onSubmit={submit}>
      <p>{t('secondFactor.totp.scan')}</p>
      <QrPicture text={begun.uri} />
      <div className="field">
        <p className="label">{t('secondFactor.totp.secret')}</p>
        <div className="totp-secret">
          <code dir="ltr">{grouped}</code>
          <Button
            size="s"
            tone="quiet"
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(begun.secret, t('secondFactor.totp.copied'))}
          >
            {t('secondFactor.copy')}
          </Button>
        </div>
      </div>
      <Field label={t('secondFactor.totp.code')} help={t('login.factor.code.help')} error={error}>
        <Input name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" maxLength={60} data-autofocus />
      </Field>
      <Button type="submit" tone="main" aria-disabled={isBusy}>
        {t('secondFactor.totp.finish')}
      </Button>
    </form>
  );
}

/** A QR code, dark on white in both themes: not every camera reads the other way round. */
function QrPicture({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const qr = encode(text, { ecc: 'M', border: 2 });
    const squares = qr.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), size: qr.size };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('secondFactor.totp.picture')}>
      <path d={path} />
    </svg>
  );
}
