import type { AssignmentStrategy, TeamRow } from '@bellhop/contract';
import { TeamInput } from '@bellhop/contract/teams';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { ownTimeZone } from '../../../lib/time-zones.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { NumberField, optionalIdField, SelectField, TextField } from '../../../ui/admin/fields.tsx';
import { TimeZoneField } from '../../../ui/admin/TimeZoneField.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import type { Option } from '../../../ui/Combobox.tsx';
import { teamQueries } from '../teams.api.ts';
import { EmojiField } from './EmojiField.tsx';
import './teams.css';

export const teamsPath = '/admin/teams/teams';

/** How a team's conversations find their agent, as the language keys call it. */
export function assignmentWay(team: Pick<TeamRow, 'conversation_assignment_type' | 'assignment_strategy'>) {
  if (team.conversation_assignment_type === 'Manual') return 'manual';
  return team.assignment_strategy === 'rotation' ? 'round_robin' : 'fewest_open';
}

/** Other clients may send what is no number for "no limit"; who types it here is told. */
const schema = TeamInput.extend({ max_auto_assigned_conversations: z.number().int().min(0).max(1_000_000) });

interface TeamFormProps {
  title: string;
  /** The stored one; absent for a new one. */
  team?: TeamRow;
  save: (values: z.output<typeof schema>) => Promise<unknown>;
}

/** The form of a team, new or not. */
export function TeamForm({ title, team, save }: TeamFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useAdminForm({
    schema,
    values: {
      name: team?.name ?? '',
      emoji: team?.emoji ?? '',
      conversation_assignment_type: team?.conversation_assignment_type ?? 'Manual',
      assignment_strategy: team?.assignment_strategy ?? 'rotation',
      timezone: team?.timezone ?? ownTimeZone(),
      business_hours_id: team?.business_hours_id ?? null,
      sla_policy_id: team?.sla_policy_id ?? null,
      max_auto_assigned_conversations: team?.max_auto_assigned_conversations ?? 0,
    },
    basedOn: team?.updated_at,
    save,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['teams'] });
      void navigate(teamsPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.team'), to: teamsPath }}>
      <AdminForm state={state} label={title} back={teamsPath}>
        <div className="team-head">
          <EmojiField name="emoji" label={t('admin.team.emoji')} />
          <TextField name="name" label={t('globals.terms.name')} />
        </div>
        <AssignmentFields />
        <TimeZoneField
          name="timezone"
          label={t('globals.terms.timezone', {}, 1)}
          help={t('admin.team.timezone.help')}
        />
        <HoursAndSla />
      </AdminForm>
    </AdminPage>
  );
}

/** How conversations find their agent, in plain words: the type and, of those that assign by themselves, the way; a limit only there. */
function AssignmentFields() {
  const { setValue, watch } = useFormContext();
  const type = watch('conversation_assignment_type') as TeamInput['conversation_assignment_type'];
  const strategy = watch('assignment_strategy') as AssignmentStrategy;
  const isRound = type === 'Round robin';
  return (
    <>
      <SelectField
        name="conversation_assignment_type"
        label={t('admin.team.assignment')}
        help={t(
          `admin.team.assignment.${assignmentWay({ conversation_assignment_type: type, assignment_strategy: strategy })}.help`,
        )}
        options={[
          { value: 'Manual', label: t('admin.team.assignment.manual') },
          { value: 'rotation', label: t('admin.team.assignment.round_robin') },
          { value: 'fewest_open', label: t('admin.team.assignment.fewest_open') },
        ]}
        read={(value) => (value === 'Manual' ? 'Manual' : strategy)}
        write={(value) => {
          if (value === 'Manual') return 'Manual';
          setValue('assignment_strategy', value, { shouldDirty: true });
          return 'Round robin';
        }}
      />
      {isRound && (
        <NumberField
          name="max_auto_assigned_conversations"
          label={t('admin.team.limit')}
          help={t('admin.team.limit.help')}
        />
      )}
    </>
  );
}

function HoursAndSla() {
  const { data: hours } = useQuery(teamQueries.businessHours());
  const { data: policies } = useQuery(teamQueries.slaPolicies());
  return (
    <div className="admin-pair">
      <SelectField
        name="business_hours_id"
        label={plural('globals.terms.businessHour')}
        help={t('admin.team.hours.help')}
        isOptional
        options={withNone(t('admin.team.hours.none'), hours)}
        {...optionalIdField}
      />
      <SelectField
        name="sla_policy_id"
        label={t('globals.terms.slaPolicy', {}, 1)}
        help={t('admin.team.sla.help')}
        isOptional
        options={withNone(t('admin.team.sla.none'), policies)}
        {...optionalIdField}
      />
    </div>
  );
}

function withNone(none: string, rows: readonly { id: number; name: string }[] = []): Option[] {
  return [{ value: '', label: none }, ...rows.map(({ id, name }) => ({ value: String(id), label: name }))];
}
