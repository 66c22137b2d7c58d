import { fullName } from '../../lib/format.ts';
import { language, plural, t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { FactList } from '../../ui/FactList.tsx';
import { AvatarField } from '../media/avatar/index.ts';
import { AccountPage } from './AccountPage.tsx';
import { Availability } from './Availability.tsx';
import { useSaveOwnAvatar } from './account.api.ts';

/** Who one is at this desk: picture, name, roles and teams, and whether one is there. */
export function Component() {
  const agent = useCurrentAgent();
  const { mutateAsync: save, isPending } = useSaveOwnAvatar();
  const facts: [name: string, value: string][] = [
    [t('globals.terms.name'), fullName(agent)],
    [t('globals.terms.email'), agent.email ?? ''],
    [plural('globals.terms.role'), listText(agent.roles)],
    [plural('globals.terms.team'), listText(agent.teams.map((team) => team.name))],
  ];
  return (
    <AccountPage title={t('account.profile.title')}>
      <AvatarField
        person={agent}
        isUs
        help={t('account.publicAvatar')}
        isBusy={isPending}
        onSave={save}
        removedText={t('account.avatarRemoved')}
      />
      <section aria-labelledby="account-facts">
        <h2 id="account-facts">{t('account.profile.facts')}</h2>
        <FactList facts={facts} />
        <p className="help">{t('account.profile.facts_help')}</p>
      </section>
      <Availability />
    </AccountPage>
  );
}

function listText(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'unit' }).format(names);
}
