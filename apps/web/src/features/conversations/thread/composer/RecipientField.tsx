import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { isEmail } from '../../../../lib/email.ts';
import { t } from '../../../../lib/i18n.ts';
import { Chip } from '../../../../ui/Badge.tsx';
import { parseAddresses } from './parse-addresses.ts';

interface RecipientFieldProps {
  label: string;
  addresses: readonly string[];
  /** Names of known addresses, shown instead of them. */
  names: Readonly<Record<string, string>>;
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
 * typed; a pasted list adds all of it; Backspace in the empty field takes the last one back to be changed. What is no
 * address is marked.
 */
export function RecipientField({
  label,
  addresses,
  names,
  isWanted,
  describedBy,
  onChange,
  typed: text,
  onTyped: setText,
  onSend,
  aside,
}: RecipientFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);

  const add = (written: string) => {
    const added = parseAddresses(written).filter((address) => !addresses.includes(address));
    if (added.length > 0) onChange([...addresses, ...added]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isMod = event.ctrlKey || event.metaKey;
    const isWhole = event.key === ' ' && isEmail(text.trim());
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
      setText(addresses.at(-1)!);
      onChange(addresses.slice(0, -1));
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
      <div className="to-list">
        {addresses.map((address) => (
          <span key={address} title={address}>
            <Chip
              tone={isEmail(address) ? 'plain' : 'bad'}
              onRemove={() => onChange(addresses.filter((one) => one !== address))}
            >
              {names[address] || address}
            </Chip>
            {!isEmail(address) && <span className="vh">{t('composer.no_address')}</span>}
          </span>
        ))}
        <input
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => text.trim() !== '' && add(text)}
        />
      </div>
      {aside && <span className="to-aside">{aside}</span>}
    </div>
  );
}
