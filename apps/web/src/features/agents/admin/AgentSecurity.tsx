import type { Agent } from '@bellhop/contract';
import type { ReactNode } from 'react';
import { plural, t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { KeyList } from '../../api-keys/index.ts';
import { AgentSecondFactor } from '../../second-factor/index.ts';
import { SessionList } from '../../sessions/index.ts';

/** What concerns the safety of an agent's account. It acts at once: nothing of it waits for the form's Save. */
export function AgentSecurity({ agent }: { agent: Agent }) {
  const me = useCurrentAgent();
  return (
    <section className="agent-security" aria-label={t('globals.terms.security', {}, 1)}>
      <h2>{t('globals.terms.security', {}, 1)}</h2>
      <Part title={t('secondFactor.title')} help={t('secondFactor.about_agent')}>
        <AgentSecondFactor
          agent={{ id: agent.id, name: [agent.first_name, agent.last_name].filter(Boolean).join(' ') }}
          isOwn={agent.id === me.id}
        />
      </Part>
      <Part title={t('sessions.title')} help={t('sessions.about_agent')}>
        <SessionList whose={agent.id} />
      </Part>
      <Part title={plural('globals.terms.apiKey')} help={t('api_keys.about_agent')}>
        <KeyList whose={agent.id} />
      </Part>
    </section>
  );
}

/** One part of it, under a heading. */
function Part({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="help">{help}</p>
      {children}
    </section>
  );
}
