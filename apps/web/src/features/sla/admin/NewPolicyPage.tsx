import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { PolicyForm } from './PolicyForm.tsx';

const first = {
  name: '',
  description: '',
  first_response_time: '',
  next_response_time: '',
  resolution_time: '',
  notifications: [],
  pause_on_waiting: false,
  restart_on_reopen: false,
  follow_team_hours: false,
  starts_at: 'created_at' as const,
};

/** A new SLA policy. */
export function Component() {
  return (
    <PolicyForm
      id={null}
      title={t('globals.messages.new', { name: t('globals.terms.slaPolicy', {}, 1) })}
      values={first}
      save={(body) => api('sla.create', { body })}
    />
  );
}
