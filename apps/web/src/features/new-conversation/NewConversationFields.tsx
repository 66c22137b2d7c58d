import type { InboxRow } from '@bellhop/contract';
import { useMemo } from 'react';
import { t } from '../../lib/i18n.ts';
import { type Option, Select } from '../../ui/Combobox.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import { ContactSuggest } from '../contact-search/index.ts';
import { useTeamOptions } from '../teams/index.ts';
import { useAgentOptions } from '../users/index.ts';
import type { FieldProblems, NewFields } from './new-conversation-draft.ts';

interface NewConversationFieldsProps {
  fields: NewFields;
  problems: FieldProblems;
  /** Those that can be written from. */
  inboxes: readonly InboxRow[];
  onChange: (patch: Partial<NewFields>) => void;
}

/** Stands for null in the pickers of agent and team. */
const noValue = 'none';

/** Everything of a new conversation but its text: to whom, from where, about what, for whom. */
export function NewConversationFields({ fields, problems, inboxes, onChange }: NewConversationFieldsProps) {
  const inboxOptions = useMemo(
    () => inboxes.map(({ id, name, address }): Option => ({ value: String(id), label: name, hint: address })),
    [inboxes],
  );
  const error = (name: keyof FieldProblems) => problems[name] && t(problems[name]);
  return (
    <div className="new-fields">
      <div className="new-wide">
        <Field label={t('globals.terms.email')} error={error('contact_email')}>
          <ContactSuggest
            text={fields.contact_email}
            onChoose={({ email, first_name, last_name }) => onChange({ contact_email: email, first_name, last_name })}
          >
            {(suggest, takeKey) => (
              <Input
                {...suggest}
                type="text"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                placeholder={t('conversation.searchContact')}
                value={fields.contact_email}
                onChange={(event) => onChange({ contact_email: event.target.value })}
                onKeyDown={(event) => {
                  // Enter in a field would send; Ctrl with Enter does.
                  if (!takeKey(event) && event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
                    event.preventDefault();
                }}
              />
            )}
          </ContactSuggest>
        </Field>
      </div>
      <TextField
        label={t('globals.terms.firstName')}
        value={fields.first_name}
        error={error('first_name')}
        onChange={(first_name) => onChange({ first_name })}
      />
      <TextField
        label={t('globals.terms.lastName')}
        isOptional
        value={fields.last_name}
        onChange={(last_name) => onChange({ last_name })}
      />
      <div className="new-wide">
        <TextField
          label={t('globals.terms.subject')}
          value={fields.subject}
          error={error('subject')}
          onChange={(subject) => onChange({ subject })}
        />
      </div>
      <div className="new-wide">
        <Field label={t('globals.terms.inbox')} error={error('inbox_id')}>
          <Select
            label={t('globals.terms.inbox')}
            options={inboxOptions}
            value={fields.inbox_id === null ? null : String(fields.inbox_id)}
            onChange={(value) => onChange({ inbox_id: Number(value) })}
          />
        </Field>
      </div>
      <Assignees fields={fields} onChange={onChange} />
    </div>
  );
}

function Assignees({ fields, onChange }: Pick<NewConversationFieldsProps, 'fields' | 'onChange'>) {
  const teams = useTeamOptions();
  const agents = useAgentOptions(fields.agent_id);
  const nobody: Option = { value: noValue, label: t('details.no_value') };
  const idOf = (value: string) => (value === noValue ? null : Number(value));
  return (
    <>
      <Field label={t('globals.terms.team')} isOptional>
        <Select
          label={t('globals.terms.team')}
          options={[nobody, ...teams]}
          value={fields.team_id === null ? noValue : String(fields.team_id)}
          onChange={(value) => onChange({ team_id: idOf(value) })}
        />
      </Field>
      <Field label={t('globals.terms.agent')} isOptional>
        <Select
          label={t('globals.terms.agent')}
          options={[nobody, ...agents]}
          value={fields.agent_id === null ? noValue : String(fields.agent_id)}
          onChange={(value) => onChange({ agent_id: idOf(value) })}
        />
      </Field>
    </>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  isOptional?: boolean;
  onChange: (value: string) => void;
}

function TextField({ value, onChange, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      <Input
        value={value}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
      />
    </Field>
  );
}
