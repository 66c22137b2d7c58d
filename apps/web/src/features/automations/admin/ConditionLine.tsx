import {
  type AutomationType,
  listOperators,
  operatorsOfKind,
  type RuleFieldName,
  type RuleOperator,
  ruleFields,
  valuelessOperators,
} from '@bellhop/contract/automations/vocabulary';
import type { RuleCondition } from '@bellhop/rules/automations/read-rule';
import { listEntries } from '@bellhop/rules/automations/read-rule';
import { findRuleField, type KnownField, type RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { TriangleAlert, X } from 'lucide-react';
import { useId, useMemo } from 'react';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { ChipsInput } from '../../../ui/admin/ChipsInput.tsx';
import { WordPick } from '../../../ui/admin/WordPick.tsx';
import type { Option } from '../../../ui/Combobox.tsx';
import { Input } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { fieldLabel } from '../../rule-words/index.ts';
import type { RuleChoices } from '../use-rule-choices.ts';

interface ConditionLineProps {
  n: number;
  type: AutomationType;
  condition: RuleCondition;
  world: RuleWorld;
  choices: RuleChoices;
  problem: string | undefined;
  onChange: (condition: RuleCondition) => void;
  onRemove: () => void;
}

const operatorTexts: Record<RuleOperator, TextKey> = {
  equals: 'filter.equals',
  'not equals': 'filter.not_equals',
  contains: 'filter.contains',
  'not contains': 'filter.not_contains',
  set: 'filter.set',
  'not set': 'filter.not_set',
  'greater than': 'filter.greater_than',
  'less than': 'filter.less_than',
};

/** One condition: field, operator and value as words that can be exchanged, and what is wrong with it below. */
export function ConditionLine(props: ConditionLineProps) {
  const { n, type, condition, world, choices, problem, onChange, onRemove } = props;
  const note = useId();
  const name = t('automation.condition_n', { n });
  const fields = useMemo(() => fieldOptions(type, world), [type, world]);
  const known = findRuleField(world, condition.field_type, condition.field);
  const operators = known ? operatorsOfKind[known.kind] : [];
  const wrong = { isInvalid: problem !== undefined, describedBy: problem && note };
  const hasValue = known && condition.operator !== '' && !isValueless(condition.operator);
  return (
    <fieldset className="word-item" aria-label={name}>
      <div className="word-line">
        <WordPick
          label={`${name}, ${t('globals.terms.field', {}, 1)}`}
          options={fields}
          value={condition.field === '' ? null : `${condition.field_type}:${condition.field}`}
          placeholder={condition.field || t('automation.choose_field')}
          isInvalid={wrong.isInvalid && !known}
          describedBy={wrong.describedBy}
          onChange={(value) => onChange(withField(value, world))}
        />
        {known && (
          <WordPick
            label={`${name}, ${t('globals.terms.operator', {}, 1)}`}
            options={operators.map((operator) => ({ value: operator, label: operatorText(operator, known) }))}
            value={condition.operator}
            placeholder={t('globals.terms.operator', {}, 1)}
            onChange={(operator) => onChange(withOperator(condition, operator))}
          />
        )}
        {hasValue && (
          <ValueWords
            {...{ name, condition, known, choices, onChange }}
            isInvalid={wrong.isInvalid}
            describedBy={wrong.describedBy}
          />
        )}
        {hasValue && known.kind === 'text' && (
          <button
            type="button"
            className="word"
            aria-pressed={condition.case_sensitive_match}
            title={t('globals.messages.caseSensitiveMatch')}
            aria-label={t('globals.messages.caseSensitiveMatch')}
            onClick={() => onChange({ ...condition, case_sensitive_match: !condition.case_sensitive_match })}
          >
            Aa
          </button>
        )}
        <IconButton
          size="s"
          label={t('globals.messages.remove', { name })}
          icon={<X aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {problem && (
        <span className="error" id={note}>
          <TriangleAlert aria-hidden />
          {problem}
        </span>
      )}
    </fieldset>
  );
}

interface ValueWordsProps {
  name: string;
  condition: RuleCondition;
  known: KnownField;
  choices: RuleChoices;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (condition: RuleCondition) => void;
}

function ValueWords({ name, condition, known, choices, isInvalid, describedBy, onChange }: ValueWordsProps) {
  const { value } = condition;
  const label = `${name}, ${t('globals.terms.value', {}, 1)}`;
  const set = (next: string) => onChange({ ...condition, value: next });
  const aria = {
    'aria-label': label,
    ...(isInvalid && { 'aria-invalid': true as const }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  };
  if (known.kind === 'select' || known.kind === 'boolean') {
    return (
      <WordPick
        label={label}
        options={valueOptions(known, choices)}
        value={value === '' ? null : value}
        placeholder={value === '' ? t('automation.choose_value') : t('automation.deleted_row')}
        isValue
        {...{ isInvalid, describedBy }}
        onChange={set}
      />
    );
  }
  if (listOperators.some((operator) => operator === condition.operator)) {
    return (
      <ChipsInput
        {...aria}
        placeholder={t('automation.type_value')}
        texts={listEntries(value)}
        onTexts={(texts) => set(texts.join(','))}
      />
    );
  }
  const isHours = known.kind === 'number' && known.name === undefined;
  return (
    <>
      <Input
        {...aria}
        type={known.kind === 'date' ? 'date' : 'text'}
        className={known.kind === 'number' ? 'num is-short' : undefined}
        {...(known.kind === 'number' && { inputMode: 'decimal' as const })}
        dir="auto"
        autoComplete="off"
        placeholder={known.kind === 'text' ? t('automation.type_value') : ''}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
      {isHours && <span className="word-say">{t('globals.terms.hour', {}, 2)}</span>}
    </>
  );
}

function valueOptions(known: KnownField, choices: RuleChoices): readonly Option[] {
  if (known.kind === 'boolean') {
    return [
      { value: 'true', label: t('globals.messages.yes') },
      { value: 'false', label: t('globals.messages.no') },
    ];
  }
  if (!known.reference) return (known.values ?? []).map((value) => ({ value, label: value }));
  if (known.reference === 'inbox') return choices.inboxes;
  return known.reference === 'status' ? choices.statuses : choices.rows[known.reference];
}

function fieldOptions(type: AutomationType, world: RuleWorld): readonly Option[] {
  const own = (Object.keys(ruleFields) as RuleFieldName[])
    .filter((field) => (ruleFields[field].types as readonly AutomationType[]).includes(type))
    .map((field) => ({ value: `conversation:${field}`, label: fieldLabel(field) }));
  const attributes = world.attributes.map(({ applies_to, key, name }) => ({
    value: `${applies_to}_custom_attribute:${key}`,
    label: t(applies_to === 'contact' ? 'automation.field.of_contact' : 'automation.field.of_conversation', { name }),
  }));
  return [...own, ...attributes];
}

/** Another field begins with its first operator and without a value: what was there belongs to the old one. */
function withField(value: string, world: RuleWorld): RuleCondition {
  const colon = value.indexOf(':');
  const field_type = value.slice(0, colon);
  const field = value.slice(colon + 1);
  const known = findRuleField(world, field_type, field);
  const operators = known ? operatorsOfKind[known.kind] : [];
  const operator = known?.kind === 'text' ? 'contains' : known?.kind === 'number' ? 'greater than' : operators[0];
  return { field_type, field, operator: operator ?? '', value: '', case_sensitive_match: false };
}

/** The value stays where it means the same. */
function withOperator(condition: RuleCondition, operator: string): RuleCondition {
  const isList = (one: string) => listOperators.some((known) => known === one);
  const stays = !isValueless(operator) && isList(operator) === isList(condition.operator);
  return {
    ...condition,
    operator,
    value: stays ? condition.value : '',
    case_sensitive_match: !isValueless(operator) && condition.case_sensitive_match,
  };
}

function isValueless(operator: string): boolean {
  return valuelessOperators.some((one) => one === operator);
}

function operatorText(operator: RuleOperator, { kind }: KnownField): string {
  if (kind === 'date' && operator === 'greater than') return t('filter.after');
  if (kind === 'date' && operator === 'less than') return t('filter.before');
  return t(operatorTexts[operator]);
}
