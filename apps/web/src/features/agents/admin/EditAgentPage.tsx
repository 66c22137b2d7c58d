import type { Agent } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { fullDate, fullName } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { agentQueries } from '../../users/index.ts';
import { AgentForm, agentsPath } from './AgentForm.tsx';
import { AgentSecurity } from './AgentSecurity.tsx';
import { availabilityDot } from './agent-availability.ts';
import './agents.css';

/** An existing agent. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(agentQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.agent'), to: agentsPath }}>
      {(agent) => (
        <AgentForm
          title={fullName(agent)}
          agent={agent}
          head={<Facts agent={agent} />}
          foot={<AgentSecurity agent={agent} />}
          save={(body) => api('agents.update', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}

/** Who it is, and when they were last here. */
function Facts({ agent }: { agent: Agent }) {
  const when = (at: string | null) => (at ? fullDate(at) : t('admin.agent.never'));
  return (
    <div className="agent-facts">
      <Avatar
        {...agent}
        size={40}
        isUs
        {...(agent.enabled ? { dot: availabilityDot(agent.availability_status) } : {})}
      />
      <dl>
        <div>
          <dt>{t('globals.terms.lastActive')}</dt>
          <dd>{when(agent.last_active_at)}</dd>
        </div>
        <div>
          <dt>{t('globals.terms.lastLogin')}</dt>
          <dd>{when(agent.last_login_at)}</dd>
        </div>
      </dl>
    </div>
  );
}
