import { assignedRecipient, assignedTeamRecipient } from '@bellhop/contract/sla';
import { useMemo } from 'react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { useAgentOptions, useAgents } from '../../users/index.ts';

/** Who an alert may tell: the assigned agent, the assigned team, or any agent; those who were chosen and are gone can still be taken out. */
export function useRecipients(chosen: readonly string[]): {
  options: readonly Option[];
  nameOf: (recipient: string) => string;
} {
  const agents = useAgentOptions(null);
  const findAgent = useAgents();
  return useMemo(() => {
    const nameOf = (recipient: string) => {
      if (recipient === assignedRecipient) return t('admin.sla.assignedAgent');
      if (recipient === assignedTeamRecipient) return t('admin.sla.assignedTeam');
      const agent = findAgent(Number(recipient));
      return agent ? fullName(agent) : t('admin.sla.unknownAgent', { id: recipient });
    };
    const named = [assignedRecipient, assignedTeamRecipient].map((value) => ({ value, label: nameOf(value) }));
    const offered: Option[] = [...named, ...agents];
    const gone = chosen.filter((one) => !offered.some(({ value }) => value === one));
    return { nameOf, options: [...offered, ...gone.map((value) => ({ value, label: nameOf(value) }))] };
  }, [agents, findAgent, chosen]);
}
