import { SlaPolicyInput } from '@bellhop/contract/sla';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { api, toApiError } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { FormSection } from '../../../ui/admin/AdminForm.tsx';
import { ManyField, SelectField } from '../../../ui/admin/fields.tsx';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { inboxQueries } from '../../inboxes/index.ts';
import { teamQueries, useTeamOptions } from '../../teams/index.ts';
import { slaQueries } from '../sla.api.ts';
import { SimulationResult } from './SimulationResult.tsx';
import './simulation.css';

const times = ['first_response_time', 'next_response_time', 'resolution_time'] as const;

/** What of the form a simulation looks at: all but what it is called and whom it tells. */
function trialOf(values: Record<string, unknown>) {
  return { ...values, name: '-', description: '', notifications: [] };
}

/** Tries the times of the form around it on the last 90 days: choose whose conversations, run, watch, compare. */
export function SimulationSection({ policyId }: { policyId: number | null }) {
  const policy = useFormContext();
  const scope = useForm({ defaultValues: { team_ids: [], inbox_ids: [], business_hours_id: '' } });
  const [run, setRun] = useState<{ id: number; of: string }>();
  const [problem, setProblem] = useState('');
  const query = useQuery({ ...slaQueries.simulation(run?.id ?? 0), enabled: run !== undefined });
  const values = useWatch({ control: policy.control });
  const chosen = useWatch({ control: scope.control });
  const isStale = run !== undefined && run.of !== JSON.stringify([trialOf(values), chosen]);
  const state = query.data?.state;
  const isUnderWay = run !== undefined && (state === undefined || state === 'queued' || state === 'running');

  const start = async () => {
    setProblem('');
    if (!(await policy.trigger(times, { shouldFocus: true }))) return;
    const trial = trialOf(policy.getValues());
    const { team_ids, inbox_ids, business_hours_id } = scope.getValues();
    try {
      const { id } = await api('sla.simulate', {
        body: {
          policy_id: policyId,
          policy: SlaPolicyInput.parse(trial),
          business_hours_id: business_hours_id === '' ? null : Number(business_hours_id),
          team_ids: team_ids.map(Number),
          inbox_ids: inbox_ids.map(Number),
        },
      });
      setRun({ id, of: JSON.stringify([trial, scope.getValues()]) });
    } catch (error) {
      setProblem(toApiError(error).message);
    }
  };
  const cancel = async () => {
    await api('sla.cancel_simulation', { params: { id: run!.id } }).catch(() => undefined);
    await query.refetch();
  };
  const result = query.data?.result;
  const told = result ? t('admin.sla.simulation.looked', { n: count(result.conversations) }, result.conversations) : '';
  useEffect(() => {
    if (told) announce(told);
  }, [told]);

  return (
    <FormSection title={t('admin.sla.simulation')} help={t('admin.sla.simulation.description')}>
      <FormProvider {...scope}>
        <Scope hasPolicy={policyId !== null} />
      </FormProvider>
      <div className="sim-run">
        <Button
          icon={<FlaskConical aria-hidden />}
          aria-disabled={isUnderWay}
          onClick={() => !isUnderWay && void start()}
        >
          {run ? t('admin.sla.simulation.again') : t('admin.sla.simulation.run')}
        </Button>
        {isUnderWay && (
          <Button tone="quiet" onClick={() => void cancel()}>
            {t('globals.messages.cancel')}
          </Button>
        )}
        {isStale && !isUnderWay && <span className="help">{t('admin.sla.simulation.stale')}</span>}
        {problem && (
          <span className="error" role="alert">
            {problem}
          </span>
        )}
      </div>
      {isUnderWay && !query.isError && <Progress done={query.data?.done ?? 0} total={query.data?.total ?? null} />}
      {query.isError && <Refusal text={toApiError(query.error).message} />}
      {state === 'failed' && <Refusal text={t('admin.sla.simulation.failed')} />}
      {state === 'cancelled' && <p className="help">{t('admin.sla.simulation.cancelled')}</p>}
      {result && <SimulationResult result={result} isStale={isStale} />}
    </FormSection>
  );
}

function Scope({ hasPolicy }: { hasPolicy: boolean }) {
  const inboxes = useQuery(inboxQueries.list());
  const hours = useQuery(teamQueries.businessHours());
  const own = { value: '', label: t('admin.sla.simulation.hours.own') };
  const help = hasPolicy ? t('admin.sla.simulation.scope.policy') : t('admin.sla.simulation.scope.all');
  const option = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  return (
    <>
      <div className="admin-pair">
        <ManyField name="team_ids" label={plural('globals.terms.team')} options={useTeamOptions()} isOptional />
        <ManyField
          name="inbox_ids"
          label={plural('globals.terms.inbox')}
          options={(inboxes.data ?? []).map(option)}
          isOptional
        />
      </div>
      <p className="help sim-scope">{help}</p>
      <SelectField
        name="business_hours_id"
        label={plural('globals.terms.businessHour')}
        options={[own, ...(hours.data ?? []).map(option)]}
      />
    </>
  );
}

function Progress({ done, total }: { done: number; total: number | null }) {
  const text =
    total === null
      ? t('admin.sla.simulation.waiting')
      : t('admin.sla.simulation.progress', { done: count(done), total: count(total) }, total);
  return (
    <div className="sim-progress">
      <progress aria-label={t('admin.sla.simulation')} {...(total ? { max: total, value: done } : {})} />
      <span className="num">{text}</span>
    </div>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <p className="admin-refusal" role="alert">
      {text}
    </p>
  );
}
