import { ruleLimits } from '@bellhop/contract/automations/vocabulary';
import { noticeValue, readNotice } from '@bellhop/rules/automations/notice';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/admin/fields.tsx';
import { Combobox, type Option } from '../../../ui/Combobox.tsx';
import { Input, TextArea } from '../../../ui/Field.tsx';
import type { ActionChoices } from './action-choices.ts';

interface NoticeProps {
  /** Names the action that this belongs to. */
  label: string;
  value: readonly string[];
  choices: ActionChoices;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (value: string[]) => void;
}

/** Whom a rule tells something: chips of agents and teams. */
export function RecipientWords({ label, value, choices, isInvalid, describedBy, onChange }: NoticeProps) {
  const options = useMemo(() => recipientOptions(choices), [choices]);
  const notice = readNotice(value);
  const { recipients } = notice;
  const toggle = (one: string) =>
    onChange(
      noticeValue({
        ...notice,
        recipients: recipients.includes(one) ? recipients.filter((other) => other !== one) : [...recipients, one],
      }),
    );
  const name = t('globals.terms.recipient', {}, 2);
  return (
    <div className="admin-chips">
      {recipients.map((one) => (
        <Chip
          key={one}
          text={options.find((option) => option.value === one)?.label ?? t('automation.deleted_row')}
          onRemove={() => toggle(one)}
        />
      ))}
      <Combobox
        label={name}
        options={options}
        value={recipients}
        isMultiple
        onPick={toggle}
        trigger={
          <button
            type="button"
            className={isInvalid && recipients.length === 0 ? 'word is-value is-bad' : 'word is-value'}
            aria-label={`${label}: ${name}`}
            {...(isInvalid && recipients.length === 0 && { 'aria-invalid': true })}
            {...(describedBy && { 'aria-describedby': describedBy })}
          >
            {recipients.length === 0 && <span>{t('automation.choose_value')}</span>}
            <Plus aria-hidden />
          </button>
        }
      />
    </div>
  );
}

/** What it tells them. */
export function NoticeText({ label, value, isInvalid, describedBy, onChange }: Omit<NoticeProps, 'choices'>) {
  const notice = readNotice(value);
  const parts = (text: string, name: string) => ({
    'aria-label': `${label}: ${name}`,
    placeholder: name,
    dir: 'auto' as const,
    ...(isInvalid && text.trim() === '' && { 'aria-invalid': true as const }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  });
  return (
    <div className="notice-text">
      <Input
        {...parts(notice.subject, t('globals.terms.subject', {}, 1))}
        autoComplete="off"
        maxLength={ruleLimits.subject}
        value={notice.subject}
        onChange={({ target }) => onChange(noticeValue({ ...notice, subject: target.value }))}
      />
      <TextArea
        {...parts(notice.message, t('globals.terms.message', {}, 1))}
        rows={3}
        maxLength={ruleLimits.notice}
        value={notice.message}
        onChange={({ target }) => onChange(noticeValue({ ...notice, message: target.value }))}
      />
    </div>
  );
}

function recipientOptions({ rows }: ActionChoices): readonly Option[] {
  const named = (kind: 'team' | 'user', options: readonly Option[]) =>
    options.map((option) => ({ ...option, value: `${kind}:${option.value}` }));
  return [
    { value: 'assignee', label: t('automation.recipient.assignee') },
    { value: 'assigned_team', label: t('automation.recipient.assigned_team') },
    ...named('team', rows.team),
    ...named('user', rows.agent),
  ];
}
