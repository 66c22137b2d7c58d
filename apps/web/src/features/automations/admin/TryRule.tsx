import type { AutomationType, DryRun } from '@bellhop/contract';
import { type RuleBody, readRule } from '@bellhop/rules/automations/read-rule';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api, toApiError } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { dryRunQuery } from '../automations.api.ts';
import { TryResult } from './TryResult.tsx';

interface TryRuleProps {
  ruleId: number | undefined;
  type: AutomationType;
  world: RuleWorld;
}

/** What was sent to be tried. */
type Tried = Pick<Parameters<typeof begin>[0], 'events' | 'rules'>;

function begin(body: { type: AutomationType; events: string[]; rules: RuleBody[]; rule_id: number | null }) {
  return api('automations.dry_run', { body: body as Parameters<typeof api<'automations.dry_run'>>[1]['body'] });
}

/** The rule as it stands in the form, saved or not, held against what has happened; nothing is changed or sent. */
export function TryRule({ ruleId, type, world }: TryRuleProps) {
  const client = useQueryClient();
  const { trigger } = useFormContext();
  const current = useRule();
  const [tried, setTried] = useState<Tried>();
  const [id, setId] = useState<number>();
  const place = useRef<HTMLElement>(null);
  const run = useQuery({ ...dryRunQuery(id ?? 0), enabled: id !== undefined });
  const start = useMutation({
    mutationFn: begin,
    onSuccess: (begun, sent) => {
      client.setQueryData(dryRunQuery(begun.id).queryKey, begun);
      setTried({ events: sent.events, rules: sent.rules });
      setId(begun.id);
    },
  });
  const cancel = useMutation({
    mutationFn: (doomed: number) => api('automations.cancel_dry_run', { params: { id: doomed } }),
    onSettled: () => run.refetch(),
  });
  const onTry = async () => {
    if (await trigger(['events', 'rules'], { shouldFocus: true })) {
      start.mutate({ type, ...current, rule_id: ruleId ?? null });
    }
  };
  const failure = start.error ?? cancel.error ?? run.error;
  const data = start.isPending ? undefined : run.data;
  const isDone = data?.state === 'done';
  // What was found stands below, where the foot of the form would hide it.
  useEffect(() => {
    if (isDone) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isDone]);
  const isUnderWay = start.isPending || data?.state === 'waiting' || data?.state === 'running';
  return (
    <section className="rule-try" aria-labelledby="rule-try-title" ref={place}>
      <div className="rule-try-head">
        <h2 id="rule-try-title">{t('automation.try.title')}</h2>
        {isUnderWay ? (
          <Button
            size="s"
            aria-disabled={cancel.isPending || id === undefined}
            onClick={() => id !== undefined && !cancel.isPending && cancel.mutate(id)}
          >
            {t('automation.try.cancel')}
          </Button>
        ) : (
          <Button size="s" icon={<FlaskConical aria-hidden />} onClick={() => void onTry()}>
            {data ? t('automation.try.again') : t('automation.try.start')}
          </Button>
        )}
      </div>
      <p className="help">{t('automation.try.help')}</p>
      {failure && !isUnderWay && (
        <p className="error" role="alert">
          <TriangleAlert aria-hidden />
          {toApiError(failure).message}
        </p>
      )}
      <div aria-live="polite">{isUnderWay ? <Progress run={data} /> : data && <Ended run={data} />}</div>
      {data?.state === 'done' && data.result && tried && (
        <TryResult
          run={data}
          result={data.result}
          world={world}
          isStale={JSON.stringify(tried) !== JSON.stringify(current)}
        />
      )}
    </section>
  );
}

/** The events and the body that the form holds. */
function useRule(): Tried {
  const values = useWatch() as { events?: string[]; rules: unknown };
  return { events: values.events ?? [], rules: [readRule(values.rules)] };
}

function Progress({ run }: { run: DryRun | undefined }) {
  const { total = 0, looked_at = 0, matched = 0 } = run ?? {};
  return (
    <div className="rule-try-progress">
      <progress
        aria-label={t('automation.try.title')}
        {...(total > 0 && { value: looked_at })}
        max={Math.max(total, 1)}
      />
      <span className="num">
        {total > 0
          ? t('automation.try.progress', { looked: count(looked_at), total: count(total), matched: count(matched) })
          : t('automation.try.begins')}
      </span>
    </div>
  );
}

function Ended({ run: { state, looked_at, matched, result } }: { run: DryRun }) {
  if (state === 'failed') {
    return (
      <p className="error">
        <TriangleAlert aria-hidden />
        {t('automation.try.failed')}
      </p>
    );
  }
  if (state === 'cancelled') {
    return <p className="rule-try-sum">{t('automation.try.cancelled', { n: count(looked_at) }, looked_at)}</p>;
  }
  if (looked_at === 0) return <p className="rule-try-sum">{t('automation.try.nothing')}</p>;
  return (
    <p className="rule-try-sum">
      {t('automation.try.sum', { matched: count(matched), total: count(looked_at) })}
      {result?.is_capped && ` ${t('automation.try.capped', { total: count(looked_at) })}`}
    </p>
  );
}
