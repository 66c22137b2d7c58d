import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useOthers } from '../thread/PresenceLine.tsx';

const shown = 2;

/** Small faces in a row: who else has that conversation open. */
export default function RowPresence({ uuid }: { uuid: string }) {
  const others = useOthers(uuid);
  if (others.length === 0) return null;
  return (
    <span className="row-present">
      {others.slice(0, shown).map((agent) => (
        <span key={agent.id} className={`present-face is-${agent.state}`} title={fullName(agent)}>
          <Avatar {...agent} size={20} isUs />
        </span>
      ))}
      <span className="vh">{t('presence.here_names', { names: others.map(fullName).join(', ') })}</span>
    </span>
  );
}
