import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { AgentForm } from './AgentForm.tsx';

/** A new agent. */
export function Component() {
  return (
    <AgentForm
      title={t('globals.messages.new', { name: t('globals.terms.agent', {}, 1) })}
      save={(body) => api('agents.create', { body })}
    />
  );
}
