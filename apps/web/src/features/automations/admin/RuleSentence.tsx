import { type AutomationType, ruleActionTypes } from '@bellhop/contract/automations/vocabulary';
import type { RuleBody, RuleCondition, RuleGroup } from '@bellhop/rules/automations/read-rule';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { Plus, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { useFocusPlace } from '../../../ui/admin/use-focus-place.ts';
import { useLineKeys } from '../../../ui/admin/use-line-keys.ts';
import { WordPick } from '../../../ui/admin/WordPick.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Toggle.tsx';
import { loadHtmlEditor } from '../../conversations/thread/composer/index.ts';
import { ActionList, type EditedAction } from '../../macros/actions/index.ts';
import { type RuleChoices, useRuleChoices } from '../use-rule-choices.ts';
import { ConditionLine } from './ConditionLine.tsx';
import { EventWords } from './EventWords.tsx';
import { emptyCondition } from './rule-form.ts';

const HtmlEditor = lazy(loadHtmlEditor);

/** The rule as a sentence that is edited word by word: when, and, then. */
export function RuleSentence({ type, world }: { type: AutomationType; world: RuleWorld }) {
  const { field } = useController({ name: 'rules.0' });
  const place = useFocusPlace(field);
  const choices = useRuleChoices(world);
  const body = field.value as RuleBody;
  const change = (patch: Partial<RuleBody>) => field.onChange({ ...body, ...patch });
  const setGroup = (at: number, group: RuleGroup) =>
    change({ groups: body.groups.map((one, index) => (index === at ? group : one)) });
  const shown = body.groups
    .map((group, at) => ({ group, at }))
    .filter(({ group, at }) => at === 0 || group.rules.length > 0);
  return (
    <div className="rule" ref={place}>
      <Clause word={t('automation.when')}>
        <EventWords type={type} />
      </Clause>
      {shown.map(({ group, at }) => (
        <Clause
          key={at}
          word={t('automation.and')}
          lead={
            at > 0 && (
              <WordPick
                label={t('automation.join')}
                options={(['AND', 'OR'] as const).map((value) => ({ value, label: t(`automation.join.${value}`) }))}
                value={body.group_operator}
                placeholder=""
                onChange={(value) => change({ group_operator: value === 'AND' ? 'AND' : 'OR' })}
              />
            )
          }
        >
          <GroupWords
            at={at}
            {...{ type, group, world, choices }}
            isMatchAll={body.match_all}
            onChange={(next) => setGroup(at, next)}
            onSecond={
              shown.length < 2 && group.rules.length > 0
                ? () => setGroup(1, { logical_op: 'OR', rules: [emptyCondition()] })
                : undefined
            }
            onMatchAll={(match_all) => change({ match_all })}
          />
        </Clause>
      ))}
      <Clause word={t('automation.then')}>
        <ActionWords choices={choices} actions={body.actions} onChange={(actions) => change({ actions })} />
      </Clause>
    </div>
  );
}

function Clause({ word, lead, children }: { word: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="rule-clause" aria-label={word}>
      <div className="rule-word">{lead || word}</div>
      <div className="rule-part">{children}</div>
    </section>
  );
}

/** What the form says of a place in the rule, once saving was tried. */
function useProblem(): (path: string) => string | undefined {
  const { formState } = useFormContext();
  return (path) => messageIn(get(formState.errors, path));
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.entries(error)
    .filter(([key]) => key !== 'ref')
    .map(([, inner]) => messageIn(inner))
    .find(Boolean);
}

interface GroupWordsProps {
  at: number;
  type: AutomationType;
  group: RuleGroup;
  world: RuleWorld;
  choices: RuleChoices;
  isMatchAll: boolean;
  onChange: (group: RuleGroup) => void;
  onSecond: (() => void) | undefined;
  onMatchAll: (isMatchAll: boolean) => void;
}

function GroupWords(props: GroupWordsProps) {
  const { at, type, group, world, choices, isMatchAll, onChange, onSecond, onMatchAll } = props;
  const { keys, drop } = useLineKeys(group.rules.length);
  const problemAt = useProblem();
  const { formState } = useFormContext();
  const none = (get(formState.errors, 'rules.0.groups') as { message?: string } | undefined)?.message;
  const setCondition = (index: number, condition: RuleCondition) =>
    onChange({ ...group, rules: group.rules.map((one, place) => (place === index ? condition : one)) });
  return (
    <fieldset className="words" aria-label={t('automation.group_n', { n: at + 1 })}>
      {group.rules.length > 1 && (
        <div className="word-line">
          <WordPick
            label={t('automation.of')}
            options={(['OR', 'AND'] as const).map((value) => ({ value, label: t(`automation.of.${value}`) }))}
            value={group.logical_op}
            placeholder=""
            onChange={(value) => onChange({ ...group, logical_op: value === 'AND' ? 'AND' : 'OR' })}
          />
        </div>
      )}
      {group.rules.map((condition, index) => (
        <ConditionLine
          key={keys[index]}
          n={index + 1}
          {...{ type, condition, world, choices }}
          problem={problemAt(`rules.0.groups.${at}.rules.${index}`)}
          onChange={(changed) => setCondition(index, changed)}
          onRemove={() => {
            drop(index);
            onChange({ ...group, rules: group.rules.filter((_, place) => place !== index) });
          }}
        />
      ))}
      {at === 0 && group.rules.length === 0 && (
        <Checkbox
          label={t('automation.match_all')}
          checked={isMatchAll}
          onChange={(event) => onMatchAll(event.target.checked)}
          {...(none && { 'aria-invalid': true })}
        />
      )}
      {at === 0 && none && (
        <span className="error">
          <TriangleAlert aria-hidden />
          {none}
        </span>
      )}
      <div className="word-adds">
        <Button
          size="s"
          tone="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => onChange({ ...group, rules: [...group.rules, emptyCondition()] })}
        >
          {t('automation.add_condition')}
        </Button>
        {onSecond && (
          <Button size="s" tone="quiet" icon={<Plus aria-hidden />} onClick={onSecond}>
            {t('automation.add_group')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface ActionWordsProps {
  choices: RuleChoices;
  actions: RuleBody['actions'];
  onChange: (actions: RuleBody['actions']) => void;
}

function ActionWords({ choices, actions, onChange }: ActionWordsProps) {
  const problemAt = useProblem();
  const { formState } = useFormContext();
  const none = (get(formState.errors, 'rules.0.actions') as { message?: string } | undefined)?.message;
  return (
    <>
      <ActionList
        actions={actions as EditedAction[]}
        onChange={(changed) => onChange(changed.map(withDummy))}
        types={ruleActionTypes}
        choices={choices}
        writer={HtmlEditor}
        problemAt={(index) => problemAt(`rules.0.actions.${index}`)}
      />
      {none && (
        <span className="error">
          <TriangleAlert aria-hidden />
          {none}
        </span>
      )}
    </>
  );
}

/** A survey has no value; other clients expect one all the same (wire B 12.1). */
function withDummy(action: EditedAction): EditedAction {
  return action.type === 'send_csat' ? { ...action, value: ['0'] } : action;
}
