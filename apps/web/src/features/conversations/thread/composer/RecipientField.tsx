import { isEmail } from '@bellhop/contract/formats';
import type { RecipientOrigin } from '@bellhop/rules/reply-recipients';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { ContactSuggest } from '../../../contact-search/index.ts';
import { parseAddresses } from './parse-addresses.ts';
import { RecipientChips } from './RecipientChips.tsx';

interface RecipientFieldProps {
  label: string;
  addresses: readonly string[];
  /** Names of known addresses, shown instead of them. */
  names: Readonly<Record<string, string>>;
  originOf: (address: string) => RecipientOrigin;
  /** Somebody has just asked for this field: it takes the focus. */
  isWanted: boolean;
  describedBy: string | undefined;
  onChange: (addresses: string[]) => void;
  /** What stands half-typed in the field. */
  typed: string;
  onTyped: (text: string) => void;
  onSend: (isResolving?: boolean) => void;
  aside?: ReactNode;
}

/** Keys that end an address. */
const enders = ['Enter', ',', ';'];

/**
 * Addresses as chips behind a label. Enter, a comma, a blank after a whole address or leaving the field adds what was
 * typed, an arrow a contact that matches it; a pasted list adds all of it. Backspace in the empty field takes the last one
 * back to be changed, the arrow to the left goes to it.
 */
export function RecipientField(props: RecipientFieldProps) {
  const { label, addresses, names, originOf, isWanted, describedBy, onChange, typed: text, aside } = props;
  const { onTyped: setText, onSend } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);

  const add = (written: string) => {
    const added = parseAddresses(written).filter((address) => !addresses.includes(address));
    if (added.length > 0) onChange([...addresses, ...added]);
    setText('');
  };
  const edit = (address: string) => {
    // What stands half-typed is kept beside it.
    const kept = parseAddresses(text).filter((one) => !addresses.includes(one));
    onChange([...addresses.filter((one) => one !== address), ...kept]);
    setText(address);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isMod = event.ctrlKey || event.metaKey;
    const isWhole = event.key === ' ' && isEmail(text.trim());
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    if (event.key === 'Enter' && isMod) {
      add(text);
      event.preventDefault();
      onSend(event.shiftKey);
    } else if (isWhole || (enders.includes(event.key) && text.trim() !== '')) {
      event.preventDefault();
      add(text);
    } else if (enders.includes(event.key)) {
      event.preventDefault();
    } else if (event.key === 'Backspace' && text === '' && addresses.length > 0) {
      event.preventDefault();
      edit(addresses.at(-1)!);
    } else if (event.key === back && isAtStart && addresses.length > 0) {
      event.preventDefault();
      [...(chips.current?.querySelectorAll<HTMLElement>('.recipient-face') ?? [])].at(-1)?.focus();
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    const found = parseAddresses(pasted);
    if (found.length < 2 && !found.every(isEmail)) return;
    event.preventDefault();
    add(`${text}${pasted}`);
  };
  return (
    <div className="to">
      <label htmlFor={id}>{label}</label>
      <div ref={chips} className="to-list">
        <RecipientChips
          label={label}
          addresses={addresses}
          names={names}
          originOf={originOf}
          onRemove={(address) => onChange(addresses.filter((one) => one !== address))}
          onEdit={edit}
          onLeave={() => input.current?.focus()}
        />
        <ContactSuggest
          text={text}
          without={addresses}
          onChoose={({ email }) => {
            setText('');
            onChange([...addresses, email.toLowerCase()]);
          }}
        >
          {(suggest, takeKey) => (
            <input
              {...suggest}
              ref={input}
              id={id}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              aria-describedby={describedBy}
              aria-invalid={describedBy ? true : undefined}
              aria-description={addresses.length > 0 ? t('recipients.edit_help') : undefined}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => takeKey(event) || onKeyDown(event)}
              onPaste={onPaste}
              onBlur={() => text.trim() !== '' && add(text)}
            />
          )}
        </ContactSuggest>
      </div>
      {aside && <span className="to-aside">{aside}</span>}
    </div>
  );
}
