import { useId, useMemo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { Input } from '../../../ui/Field.tsx';
import { typeOptions } from './type-groups.ts';
import { useActorOptions } from './use-actor-options.ts';
import type { LogState } from './use-log-params.ts';

/** What an option says that narrows nothing. */
const everything = 'all';

/** Narrows the log to an agent, to a kind of deed and to some days. */
export function LogFilters({ state }: { state: LogState }) {
  const { agent, type, from, to, change } = state;
  const agents = useActorOptions();
  const types = useMemo(typeOptions, []);
  const withAll = (options: readonly { value: string; label: string }[], label: string) => [
    { value: everything, label },
    ...options,
  ];
  const chosen = (value: string) => (value === everything ? '' : value);
  return (
    <div className="admin-tools log-tools">
      <Select
        label={t('globals.terms.agent', {}, 1)}
        options={withAll(agents, t('activity_log.all_agents'))}
        value={agent || everything}
        onChange={(value) => change({ agent: chosen(value) })}
      />
      <Select
        label={t('activity_log.what')}
        options={withAll(types, t('activity_log.all_types'))}
        value={type || everything}
        onChange={(value) => change({ type: chosen(value) })}
      />
      <span className="log-days">
        <Day label={t('activity_log.from')} value={from} max={to} onChange={(next) => change({ from: next })} />
        <Day label={t('activity_log.to')} value={to} min={from} onChange={(next) => change({ to: next })} />
      </span>
      {state.filters && (
        <Button tone="quiet" onClick={() => change({ agent: '', type: '', from: '', to: '' })}>
          {t('contacts.clear_filters')}
        </Button>
      )}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}

function Day({ label, onChange, ...rest }: DayProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input id={id} type="date" {...rest} onChange={(event) => onChange(event.target.value)} />
    </>
  );
}
