import type { OwnSecondFactor } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toApiError } from '../../lib/api.ts';
import { fullDate } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { StateLabel } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../ui/Void.tsx';
import { AskRemoval } from './AskRemoval.tsx';
import { type FactorPart, type FactorWork, Refusal } from './factor-work.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { secondFactorQueries } from './second-factor.api.ts';
import { TotpSetup } from './TotpSetup.tsx';
import { useConfirmed } from './use-confirmed.tsx';
import './second-factor.css';

/** One's own second factor: app, passkeys, recovery codes. `onEnrolled` is told when the first one is there and its codes were seen. */
export function SecondFactorPanel({ onEnrolled }: { onEnrolled?: () => void }) {
  const query = useQuery(secondFactorQueries.own());
  if (query.isError) {
    const retry = () => void query.refetch();
    return <ErrorPanel title={t('secondFactor.failed')} message={toApiError(query.error).message} onRetry={retry} />;
  }
  if (!query.data) {
    return (
      <div className="factor-part" aria-busy>
        <Skeleton width="160px" />
        <Skeleton width="320px" />
      </div>
    );
  }
  return <Loaded own={query.data} {...(onEnrolled && { onEnrolled })} />;
}

function Loaded({ own, onEnrolled }: { own: OwnSecondFactor; onEnrolled?: () => void }) {
  const client = useQueryClient();
  const { run, dialog } = useConfirmed(own);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ part: FactorPart; text: string }>();
  const renew = () => client.invalidateQueries({ queryKey: secondFactorQueries.own().queryKey });
  const work: FactorWork = {
    own,
    isBusy: busy,
    problem: (part) => (refused?.part === part ? refused.text : undefined),
    async change(part, make) {
      if (busy) return undefined;
      setBusy(true);
      setRefused(undefined);
      try {
        const made = await run(make);
        await renew();
        return made;
      } catch (error) {
        if (error !== null) setRefused({ part, text: toApiError(error).message });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    onEnrolled({ recovery_codes }) {
      void renew();
      if (recovery_codes) setCodes(recovery_codes);
      else onEnrolled?.();
    },
  };
  return (
    <>
      <TotpPart {...work} />
      <Passkeys {...work} />
      {(own.totp || own.passkeys.length > 0) && <CodesPart {...work} onMade={setCodes} />}
      <RecoveryCodes
        codes={codes}
        onStored={() => {
          setCodes(null);
          onEnrolled?.();
        }}
      />
      {dialog}
    </>
  );
}

function TotpPart({ own, change, problem, isBusy, onEnrolled }: FactorWork) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [isRemoving, setRemoving] = useState(false);
  const begin = async () => {
    const made = await change('totp', () => api('account.begin_totp', {}));
    if (made) setBegun(made);
  };
  const title = t('secondFactor.totp.title');
  return (
    <section className="factor-part" aria-label={title}>
      <h2>
        {title} {own.totp && <StateLabel tone="good">{t('secondFactor.on')}</StateLabel>}
      </h2>
      <p className="muted">
        {own.totp ? t('secondFactor.added', { when: fullDate(own.totp.created_at) }) : t('secondFactor.totp.about')}
      </p>
      <Refusal text={problem('totp')} />
      <div className="factor-tools">
        <Button tone={own.totp ? 'plain' : 'main'} aria-disabled={isBusy} onClick={() => void begin()}>
          {t(own.totp ? 'secondFactor.totp.replace' : 'secondFactor.totp.setUp')}
        </Button>
        {own.totp && (
          <Button tone="quiet" aria-disabled={isBusy} onClick={() => !isBusy && setRemoving(true)}>
            {t('secondFactor.totp.remove')}
          </Button>
        )}
      </div>
      <AskRemoval
        own={own}
        name={isRemoving ? title : undefined}
        onClose={() => setRemoving(false)}
        onRemove={() => void change('totp', () => api('account.remove_totp'))}
      />
      <Dialog
        isOpen={begun !== undefined}
        isKept
        onClose={() => setBegun(undefined)}
        title={t('secondFactor.totp.setUp')}
      >
        {begun && (
          <TotpSetup
            begun={begun}
            onEnrolled={(enrolled) => {
              setBegun(undefined);
              onEnrolled(enrolled);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function CodesPart({
  own,
  change,
  problem,
  isBusy,
  onMade,
}: FactorWork & { onMade: (codes: readonly string[]) => void }) {
  const make = async () => {
    const made = await change('codes', () => api('account.renew_recovery_codes', {}));
    if (made) onMade(made.recovery_codes);
  };
  const title = t('secondFactor.codes.title');
  return (
    <section className="factor-part" aria-label={title}>
      <h2>{title}</h2>
      <p className="muted">{t('secondFactor.codes.about')}</p>
      <p>{t('secondFactor.codes.left', { n: own.recovery_codes_left })}</p>
      <Refusal text={problem('codes')} />
      <div className="factor-tools">
        <Button aria-disabled={isBusy} onClick={() => void make()}>
          {t('secondFactor.codes.renew')}
        </Button>
      </div>
    </section>
  );
}
