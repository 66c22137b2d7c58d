import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullName } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { agentQueries } from '../../users/index.ts';
import { activityLogQueries } from './activity-log.api.ts';

/** The name under which the log keeps what nobody did. */
const system = 'System';

/** Everybody whose deeds the log holds, by name: those who are disabled or gone say so. */
export function useActorOptions(): readonly Option[] {
  const { data: actors } = useQuery(activityLogQueries.actors());
  const { data: agents } = useQuery(agentQueries.compact());
  return useMemo(() => {
    const byName = new Intl.Collator(language());
    const options = (actors ?? []).map(({ id, email }): Option => {
      const agent = agents?.find((one) => one.id === id);
      const isGone = agents !== undefined && !agent && email !== system;
      return {
        value: String(id),
        label: agent ? fullName(agent) : email,
        also: email,
        ...(isGone && { hint: t('activity_log.removed_agent') }),
        ...(agent && !agent.enabled && { hint: t('globals.terms.disabled') }),
      };
    });
    return options.sort((one, other) => byName.compare(one.label, other.label));
  }, [actors, agents]);
}
