import type { ActivityLog } from '@bellhop/contract';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { fullDate, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Skeleton } from '../../../ui/Void.tsx';
import { useAgents } from '../../users/index.ts';
import { ChangeList } from './ChangeList.tsx';

interface LogTableProps {
  /** Undefined while they are on their way. */
  entries: readonly ActivityLog[] | undefined;
  /** Still those of the page before. */
  isOld: boolean;
}

/** Who did what, when and from where; a change opens to what was there before and after. */
export function LogTable({ entries, isOld }: LogTableProps) {
  return (
    <table
      className="admin-table log-table"
      aria-label={t('globals.terms.activityLog')}
      aria-busy={isOld || entries === undefined}
    >
      <thead>
        <tr>
          <th>{t('globals.terms.agent', {}, 1)}</th>
          <th>{t('activity_log.what')}</th>
          <th className="is-minor">{t('globals.terms.ipAddress', {}, 1)}</th>
          <th className="is-end">{t('globals.terms.timestamp', {}, 1)}</th>
        </tr>
      </thead>
      <tbody>{entries ? entries.map((entry) => <LogRow key={entry.id} entry={entry} />) : <Bones />}</tbody>
    </table>
  );
}

function LogRow({ entry }: { entry: ActivityLog }) {
  const [isOpen, setOpen] = useState(false);
  const hasChanges = entry.changed.length > 0;
  return (
    <>
      <tr className={isOpen ? 'is-open' : undefined}>
        <td>
          <Who entry={entry} />
        </td>
        <td>
          {hasChanges ? (
            <button type="button" className="log-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <ChevronRight className="flips" aria-hidden />
              <span dir="auto">{entry.deed}</span>
            </button>
          ) : (
            <span className="log-deed" dir="auto">
              {entry.deed}
            </span>
          )}
        </td>
        <td className="num is-minor">{entry.ip || <span className="muted">{t('details.no_value')}</span>}</td>
        <td className="num is-end">
          <time dateTime={entry.created_at}>{fullDate(entry.created_at)}</time>
        </td>
      </tr>
      {isOpen && (
        <tr className="log-changes">
          <td colSpan={4}>
            <ChangeList id={entry.id} deed={entry.deed} />
          </td>
        </tr>
      )}
    </>
  );
}

/** By the name of today, when the agent is still there; the address is the one of then. */
function Who({ entry }: { entry: ActivityLog }) {
  const agent = useAgents()(entry.actor_id);
  const name = agent ? fullName(agent) : entry.actor_email;
  return (
    <span className="log-who">
      <Avatar
        first_name={agent?.first_name ?? name}
        last_name={agent?.last_name ?? ''}
        avatar_url={agent?.avatar_url ?? null}
        size={28}
        isUs
      />
      <span>
        <span className="log-name" dir="auto">
          {name}
        </span>
        {agent && <small dir="auto">{entry.actor_email}</small>}
        {entry.via && <small dir="auto">{t('activity_log.via', { name: entry.via })}</small>}
      </span>
    </span>
  );
}

function Bones() {
  return [60, 45, 70, 50, 65].map((width) => (
    <tr key={width}>
      <td>
        <Skeleton width="120px" />
      </td>
      <td>
        <Skeleton width={`${width}%`} />
      </td>
      <td className="is-minor">
        <Skeleton width="80px" />
      </td>
      <td className="is-end">
        <Skeleton width="120px" />
      </td>
    </tr>
  ));
}
