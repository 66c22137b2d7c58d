import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { TeamForm } from './TeamForm.tsx';

/** A new team. */
export function Component() {
  return (
    <TeamForm
      title={t('globals.messages.new', { name: t('globals.terms.team', {}, 1) })}
      save={(body) => api('teams.create', { body })}
    />
  );
}
