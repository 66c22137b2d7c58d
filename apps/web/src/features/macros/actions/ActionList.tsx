import { type RuleActionKind, type RuleActionType, ruleActions } from '@bellhop/contract/automations/vocabulary';
import { Plus, TriangleAlert, X } from 'lucide-react';
import { type ComponentType, Suspense, useId } from 'react';
import { durationInWords } from '../../../lib/duration-words.ts';
import { t } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/admin/fields.tsx';
import { useLineKeys } from '../../../ui/admin/use-line-keys.ts';
import { WordPick } from '../../../ui/admin/WordPick.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Combobox, type Option } from '../../../ui/Combobox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { ActionChoices } from './action-choices.ts';
import { NoticeText, RecipientWords } from './NoticeFields.tsx';

/** An action as a form holds it. */
export interface EditedAction {
  type: RuleActionType;
  value: string[];
}

/** Writes the text of a note or a reply; the pages that offer such actions bring it. */
export type HtmlWriter = ComponentType<{
  html: string;
  label: string;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  onChange: (html: string) => void;
}>;

interface ActionListProps {
  actions: readonly EditedAction[];
  onChange: (actions: EditedAction[]) => void;
  /** The actions that can be added, in their order. */
  types: readonly RuleActionType[];
  /** Whether a type may be there only once. */
  isOnce?: boolean;
  choices: ActionChoices;
  writer?: HtmlWriter;
  /** What is wrong with the action at a place. */
  problemAt: (index: number) => string | undefined;
}

/** What a rule or a macro does, one line for each action, each word of it exchangeable. */
export function ActionList(props: ActionListProps) {
  const { actions, onChange, types, isOnce = false, choices, writer, problemAt } = props;
  const { keys, drop } = useLineKeys(actions.length);
  const typesFor = (own?: RuleActionType) =>
    types.filter((type) => type === own || !isOnce || !actions.some((action) => action.type === type));
  const replace = (at: number, action: EditedAction) =>
    onChange(actions.map((one, index) => (index === at ? action : one)));
  const next = typesFor()[0];
  return (
    <div className="words">
      {actions.map((action, at) => (
        <ActionLine
          key={keys[at]}
          n={at + 1}
          action={action}
          types={typesFor(action.type)}
          choices={choices}
          writer={writer}
          problem={problemAt(at)}
          onChange={(changed) => replace(at, changed)}
          onRemove={() => {
            drop(at);
            onChange(actions.filter((_, index) => index !== at));
          }}
        />
      ))}
      {next && (
        <div className="word-adds">
          <Button
            size="s"
            tone="quiet"
            icon={<Plus aria-hidden />}
            onClick={() => onChange([...actions, { type: next, value: [] }])}
          >
            {t('automation.add_action')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ActionLineProps {
  n: number;
  action: EditedAction;
  types: readonly RuleActionType[];
  choices: ActionChoices;
  writer: HtmlWriter | undefined;
  problem: string | undefined;
  onChange: (action: EditedAction) => void;
  onRemove: () => void;
}

function ActionLine({ n, action, types, choices, writer: Writer, problem, onChange, onRemove }: ActionLineProps) {
  const note = useId();
  const kind = ruleActions[action.type];
  const name = t('automation.action_n', { n });
  const wrong = { isInvalid: problem !== undefined, describedBy: problem && note };
  return (
    <fieldset className="word-item" aria-label={name}>
      <div className="word-line">
        <WordPick
          label={name}
          options={types.map((type) => ({ value: type, label: t(`automation.action.${type}`) }))}
          value={action.type}
          placeholder=""
          onChange={(type) => onChange({ type: type as RuleActionType, value: [] })}
        />
        {kind === 'tags' && (
          <TagWords action={action} choices={choices} label={name} wrong={wrong} onChange={onChange} />
        )}
        {kind === 'notice' && (
          <RecipientWords
            label={name}
            value={action.value}
            choices={choices}
            {...wrong}
            onChange={(value) => onChange({ ...action, value })}
          />
        )}
        {kind === 'duration' && (
          <WordPick
            label={t(`automation.action.${action.type}`)}
            options={durationOptions(action.value[0])}
            value={action.value[0] ?? null}
            placeholder={t('automation.choose_value')}
            isValue
            {...wrong}
            onChange={(duration) => onChange({ ...action, value: [duration] })}
          />
        )}
        {isRowKind(kind) && (
          <WordPick
            label={t(`automation.action.${action.type}`)}
            options={choices.rows[kind]}
            value={action.value[0] ?? null}
            placeholder={action.value[0] ? t('automation.deleted_row') : t('automation.choose_value')}
            isValue
            {...wrong}
            onChange={(id) => onChange({ ...action, value: [id] })}
          />
        )}
        <IconButton
          size="s"
          label={t('globals.messages.remove', { name })}
          icon={<X aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {kind === 'notice' && (
        <NoticeText label={name} value={action.value} {...wrong} onChange={(value) => onChange({ ...action, value })} />
      )}
      {kind === 'html' && Writer && (
        <div className="html-field">
          <Suspense fallback={<div className="write-wait">{t('globals.terms.loading')}</div>}>
            <Writer
              html={action.value[0] ?? ''}
              label={t(`automation.action.${action.type}`)}
              {...wrong}
              onChange={(html) => onChange({ ...action, value: html === '' ? [] : [html] })}
            />
          </Suspense>
        </div>
      )}
      {problem && (
        <span className="error" id={note}>
          <TriangleAlert aria-hidden />
          {problem}
        </span>
      )}
    </fieldset>
  );
}

function isRowKind(kind: RuleActionKind): kind is keyof ActionChoices['rows'] {
  return kind === 'team' || kind === 'agent' || kind === 'status' || kind === 'priority' || kind === 'sla';
}

const durations = ['1h', '2h', '4h', '8h', '24h', '48h', '72h', '168h', '336h', '720h'];

/** Common times, and the one that is there already. */
function durationOptions(chosen: string | undefined): readonly Option[] {
  const all = chosen === undefined || durations.includes(chosen) ? durations : [chosen, ...durations];
  return all.map((value) => ({ value, label: durationInWords(value) }));
}

interface TagWordsProps {
  action: EditedAction;
  choices: ActionChoices;
  label: string;
  wrong: { isInvalid: boolean; describedBy: string | undefined };
  onChange: (action: EditedAction) => void;
}

function TagWords({ action, choices, label, wrong, onChange }: TagWordsProps) {
  const { value } = action;
  const toggle = (name: string) =>
    onChange({ ...action, value: value.includes(name) ? value.filter((one) => one !== name) : [...value, name] });
  return (
    <div className="admin-chips">
      {value.map((name) => (
        <Chip key={name} text={name} onRemove={() => toggle(name)} />
      ))}
      <Combobox
        label={t('globals.terms.tag', {}, 2)}
        options={choices.tags}
        value={value}
        isMultiple
        onPick={toggle}
        trigger={
          <button
            type="button"
            className={wrong.isInvalid ? 'word is-value is-bad' : 'word is-value'}
            aria-label={`${label}: ${t('globals.terms.tag', {}, 2)}`}
            {...(wrong.isInvalid && { 'aria-invalid': true })}
            {...(wrong.describedBy && { 'aria-describedby': wrong.describedBy })}
          >
            {value.length === 0 && <span>{t('automation.choose_value')}</span>}
            <Plus aria-hidden />
          </button>
        }
      />
    </div>
  );
}
