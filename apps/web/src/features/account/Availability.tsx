import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { Switch } from '../../ui/Toggle.tsx';
import { useSetAvailability } from '../users/index.ts';

/** The two switches of the user menu, with what they mean (specification 4). */
export function Availability() {
  const { availability_status: status } = useCurrentAgent();
  const { mutate } = useSetAvailability();
  const isReassigning = status === 'away_and_reassigning';
  return (
    <section aria-labelledby="account-availability">
      <h2 id="account-availability">{t('globals.terms.availabilityStatus')}</h2>
      <div className="account-switches">
        <Switch
          label={t('navigation.away')}
          help={t('account.away_help')}
          checked={isReassigning || status === 'away_manual'}
          onChange={(event) => mutate(event.target.checked ? 'away_manual' : 'online')}
        />
        <Switch
          label={t('navigation.reassignReplies')}
          help={t('account.reassign_help')}
          checked={isReassigning}
          onChange={(event) => mutate(event.target.checked ? 'away_and_reassigning' : 'away_manual')}
        />
      </div>
    </section>
  );
}
