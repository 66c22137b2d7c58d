import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { ErrorPanel, Skeleton } from '../../ui/Void.tsx';
import { secondFactorQueries } from './second-factor.api.ts';
import './second-factor.css';

/** What another agent has beside the password, and the way to take it away when it is lost. */
export function AgentSecondFactor({ agent, isOwn }: { agent: { id: number; name: string }; isOwn: boolean }) {
  const client = useQueryClient();
  const query = useQuery(secondFactorQueries.of(agent.id));
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (query.isError) {
    const retry = () => void query.refetch();
    return <ErrorPanel title={t('secondFactor.failed')} message={toApiError(query.error).message} onRetry={retry} />;
  }
  if (!query.data) return <Skeleton width="240px" />;
  const { totp, passkeys, recovery_codes_left, required_by } = query.data;
  const has = totp || passkeys > 0;
  const reset = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await api('agents.reset_second_factor', { params: { id: agent.id } });
      setAsking(false);
      toast.success(t('secondFactor.reset.done', { name: agent.name }));
      void client.invalidateQueries({ queryKey: ['second-factor', agent.id] });
      void client.invalidateQueries({ queryKey: ['sessions', agent.id] });
    } catch (error) {
      setProblem(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="factor-agent">
      <ul>
        {totp && <li>{t('secondFactor.totp.title')}</li>}
        {passkeys > 0 && <li>{t('secondFactor.passkey.count', { n: passkeys })}</li>}
        {has && <li>{t('secondFactor.codes.left', { n: recovery_codes_left })}</li>}
        {!has && <li>{t('secondFactor.none')}</li>}
        {required_by.length > 0 && <li>{t('secondFactor.requiredBy', { roles: required_by.join(', ') })}</li>}
      </ul>
      {has &&
        (isOwn ? (
          <p className="help">{t('secondFactor.reset.own')}</p>
        ) : (
          <Button onClick={() => setAsking(true)}>{t('secondFactor.reset')}</Button>
        ))}
      <Dialog
        isOpen={isAsking}
        isKept
        onClose={() => setAsking(false)}
        title={t('secondFactor.reset.title', { name: agent.name })}
        description={t('secondFactor.reset.text')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('globals.messages.cancel')}</Button>
            <Button tone="bad" aria-disabled={isBusy} onClick={() => void reset()}>
              {t('secondFactor.reset')}
            </Button>
          </>
        }
      >
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </Dialog>
    </div>
  );
}
