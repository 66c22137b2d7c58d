import type { Agent } from '@bellhop/contract';
import { type AgentCreate, AgentUpdate } from '@bellhop/contract/agents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../../lib/session.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import {
  CheckboxField,
  ManyField,
  SecretField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { roleQueries } from '../../roles/index.ts';
import { teamQueries } from '../../teams/index.ts';
import { agentQueries } from '../../users/index.ts';
import './agents.css';

export const agentsPath = '/admin/teams/agents';

/** Names of teams as the chips hold them; the wire wraps each. */
const schema = AgentUpdate.extend({ teams: z.array(z.string()) });

interface AgentFormProps {
  title: string;
  /** The stored one; absent for a new one. */
  agent?: Agent;
  /** Above the fields. */
  head?: ReactNode;
  /** Below the form. */
  foot?: ReactNode;
  save: (values: z.output<typeof AgentCreate> & Omit<z.output<typeof AgentUpdate>, 'teams'>) => Promise<unknown>;
}

/** The form of an agent, new or not. */
export function AgentForm({ title, agent, head, foot, save }: AgentFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useCurrentAgent();
  const state = useAdminForm({
    schema,
    values: {
      first_name: agent?.first_name ?? '',
      last_name: agent?.last_name ?? '',
      email: agent?.email ?? '',
      roles: agent?.roles ?? [],
      teams: agent?.teams.map((team) => team.name) ?? [],
      new_password: '',
      send_welcome_email: !agent,
      ...(agent && { enabled: agent.enabled, availability_status: foldedAvailability(agent) }),
    },
    basedOn: agent?.updated_at,
    save: ({ teams, ...values }) => save({ ...values, teams: teams.map((name) => ({ name })) }),
    name: ({ email }) => email,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['agents'] });
      void navigate(agentsPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.agent'), to: agentsPath }}>
      {head}
      <AdminForm state={state} label={title} back={agentsPath}>
        <div className="admin-pair">
          <TextField name="first_name" label={t('globals.terms.firstName', {}, 1)} />
          <TextField name="last_name" label={t('globals.terms.lastName', {}, 1)} isOptional />
        </div>
        <TextField
          name="email"
          label={t('globals.terms.email', {}, 1)}
          type="email"
          inputMode="email"
          spellCheck={false}
          help={t('admin.agent.email.help')}
        />
        <ManyField
          name="roles"
          label={plural('globals.terms.role')}
          addLabel={t('globals.messages.add', { name: t('globals.terms.role', {}, 1) })}
          help={t('admin.agent.roles.help')}
          options={useRoleOptions()}
        />
        <ManyField
          name="teams"
          label={plural('globals.terms.team')}
          addLabel={t('globals.messages.add', { name: t('globals.terms.team', {}, 1) })}
          help={t('admin.agent.teams.help')}
          options={useTeamOptions()}
          isOptional
        />
        {agent && <Presence isSelf={agent.id === me.id} />}
        <FormSection title={t('admin.agent.sign_in')}>
          <SecretField
            name="new_password"
            label={t('globals.terms.setPassword', {}, 1)}
            help={t(agent ? 'admin.agent.password.change_help' : 'admin.agent.password.new_help')}
            isOptional
          />
          {!agent && (
            <CheckboxField
              name="send_welcome_email"
              label={t('globals.terms.sendWelcomeEmail', {}, 1)}
              help={t('admin.agent.welcome.help')}
            />
          )}
        </FormSection>
      </AdminForm>
      {foot}
    </AdminPage>
  );
}

/** Whether they are there, and whether they may sign in at all. */
function Presence({ isSelf }: { isSelf: boolean }) {
  return (
    <>
      <SelectField
        name="availability_status"
        label={t('globals.terms.availabilityStatus')}
        help={t('admin.agent.availability.help')}
        options={[
          { value: 'online', label: t('globals.terms.active') },
          { value: 'away_manual', label: t('globals.terms.away', {}, 1) },
          { value: 'away_and_reassigning', label: t('globals.terms.awayReassigning') },
        ]}
      />
      {!isSelf && (
        <SwitchField name="enabled" label={t('globals.terms.enabled')} help={t('admin.agent.enabled.help')} />
      )}
    </>
  );
}

/** Online, idle and offline are one choice: which of them it is, nobody chooses (settled question 7). */
function foldedAvailability({ availability_status: status }: Agent) {
  return status === 'away_manual' || status === 'away_and_reassigning' ? status : 'online';
}

/** The roles on offer; who may not read roles is offered those that somebody holds. */
function useRoleOptions(): readonly Option[] {
  const mayRead = can('roles:manage', useCurrentAgent());
  const { data: roles } = useQuery({ ...roleQueries.list(), enabled: mayRead });
  const { data: agents } = useQuery({ ...agentQueries.list(), enabled: !mayRead });
  const names = roles?.map(({ name }) => name) ?? [...new Set(agents?.flatMap((agent) => agent.roles))].sort();
  return names.map((name) => ({ value: name, label: name }));
}

function useTeamOptions(): readonly Option[] {
  const { data } = useQuery(teamQueries.compact());
  return (data ?? []).map(({ name, emoji }) => ({ value: name, label: name, lead: emoji ?? '' }));
}
