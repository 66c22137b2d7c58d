import type { CustomAttribute } from '@bellhop/contract';
import { checkAttributeValue, type MatchPattern } from '@bellhop/rules/attributes';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Combobox } from '../../../ui/Combobox.tsx';
import { Input } from '../../../ui/Field.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import '../../../ui/facts.css';

interface AttributeFieldProps {
  definition: Pick<CustomAttribute, 'key' | 'name' | 'description' | 'data_type' | 'values' | 'regex' | 'regex_hint'>;
  value: unknown;
  /** Without it the value can only be read. Null removes it. */
  onChange?: (value: unknown) => void;
}

/** Stands for a definition that has been deleted: the value stays readable under its key. */
export function definitionOfKey(key: string): AttributeFieldProps['definition'] {
  return { key, name: key, description: '', data_type: 'text', values: [], regex: '', regex_hint: '' };
}

/** One custom attribute: its value, changed in place by the means of its type. Stands in a list of class `facts`. */
export function AttributeField({ definition, value, onChange }: AttributeFieldProps) {
  const { name, description, data_type } = definition;
  return (
    <>
      <dt title={description || undefined} dir="auto">
        {name}
      </dt>
      <dd>
        {data_type === 'checkbox' ? (
          <Switch
            aria-label={name}
            checked={value === true || value === 'true'}
            disabled={!onChange}
            onChange={(event) => onChange?.(event.currentTarget.checked)}
          />
        ) : !onChange ? (
          <ReadValue value={value} isLink={data_type === 'link'} />
        ) : data_type === 'list' ? (
          <ListValue definition={definition} value={value} onChange={onChange} />
        ) : (
          <TextValue definition={definition} value={value} onChange={onChange} />
        )}
      </dd>
    </>
  );
}

function ReadValue({ value, isLink }: { value: unknown; isLink: boolean }) {
  const text = textOf(value);
  if (!text) return <span className="fact muted">{t('details.no_value')}</span>;
  if (!isLink || !/^https?:\/\//i.test(text)) return <span className="fact-wrap">{text}</span>;
  return (
    <a className="link cut" href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

type EditProps = Required<AttributeFieldProps>;

function ListValue({ definition, value, onChange }: EditProps) {
  const text = textOf(value);
  const options = [
    { value: '', label: t('details.no_value') },
    ...definition.values.map((one) => ({ value: one, label: one })),
  ];
  return (
    <Combobox
      label={definition.name}
      options={options}
      value={[text]}
      onPick={(picked) => picked !== text && onChange(picked || null)}
      trigger={
        <button type="button" className="fact" aria-label={`${definition.name}: ${text || t('details.no_value')}`}>
          <span className={text ? 'cut' : 'muted'}>{text || t('details.no_value')}</span>
          <ChevronDown className="ico-12" aria-hidden />
        </button>
      }
    />
  );
}

/** A value that becomes a field when it is clicked; Enter or leaving keeps it, Escape takes it back. */
function TextValue({ definition, value, onChange }: EditProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isFocusWanted = useRef(false);
  const isChecking = useRef(false);
  const [isEditing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const text = textOf(value);
  const { name, data_type } = definition;

  const shut = () => {
    // By a key, not by a click elsewhere: the keyboard goes on where it was.
    isFocusWanted.current = document.activeElement === input.current;
    setEditing(false);
    setProblem(undefined);
  };
  const settle = (trimmed: string, matches: MatchPattern) => {
    const checked = checkAttributeValue(definition, trimmed, matches);
    if (!checked.ok) return setProblem(problemText(definition));
    shut();
    if (trimmed !== text) onChange(trimmed === '' ? null : checked.value);
  };
  const keep = (next: string) => {
    const trimmed = next.trim();
    if (!definition.regex) return settle(trimmed, anything);
    // Enter and leaving the field may come one upon the other.
    if (isChecking.current) return;
    isChecking.current = true;
    loadMatcher().then((matches) => {
      isChecking.current = false;
      settle(trimmed, matches);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // The button that takes its place has the focus before the key is up, and would be pressed by it.
      event.preventDefault();
      keep(event.currentTarget.value);
    }
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.currentTarget.value = text;
    shut();
  };

  if (!isEditing) {
    return (
      <>
        <button
          ref={(button) => {
            if (button && isFocusWanted.current) button.focus();
            isFocusWanted.current = false;
          }}
          type="button"
          className="fact"
          aria-label={`${name}: ${text || t('details.no_value')}`}
          onClick={() => {
            if (definition.regex) void loadMatcher();
            setEditing(true);
          }}
        >
          <span className={text ? 'fact-wrap' : 'muted'}>{text || t('details.no_value')}</span>
        </button>
        {data_type === 'link' && /^https?:\/\//i.test(text) && <OpenLink address={text} />}
      </>
    );
  }
  return (
    <span className="fact-edit">
      <Input
        ref={input}
        autoFocus
        type={data_type === 'date' ? 'date' : 'text'}
        inputMode={data_type === 'number' ? 'decimal' : undefined}
        aria-label={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        defaultValue={data_type === 'date' ? text.slice(0, 10) : text}
        onKeyDown={onKeyDown}
        onBlur={(event) => keep(event.currentTarget.value)}
      />
      {problem && (
        <span id={id} className="error" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

const anything: MatchPattern = () => true;

/** The engine of patterns comes when somebody edits an attribute that has one; where it can't be had, the server decides alone. */
const loadMatcher = (): Promise<MatchPattern> =>
  import('@bellhop/rules/pattern').then(
    ({ matchesPattern }) => matchesPattern,
    () => anything,
  );

/** Why a value does not fit, in the reader's language. */
function problemText({ data_type, regex_hint, regex }: AttributeFieldProps['definition']): string {
  if (data_type === 'number') return t('globals.messages.mustBeNumber');
  if (data_type === 'date') return t('details.date_invalid');
  if (data_type === 'link') return t('details.link_invalid');
  return regex_hint || t('details.pattern_invalid', { pattern: regex });
}

function OpenLink({ address }: { address: string }) {
  return (
    <a className="link" href={address} target="_blank" rel="noopener noreferrer">
      {t('details.open_link')}
    </a>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
