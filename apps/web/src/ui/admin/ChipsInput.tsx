import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Input } from '../Field.tsx';
import './admin.css';

interface ChipsInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'onKeyDown' | 'onPaste'> {
  texts: readonly string[];
  onTexts: (texts: string[]) => void;
}

/** Texts that are typed, as chips: Enter or a comma adds one, pasted lines add many, Backspace takes the last away. */
export function ChipsInput({ texts, onTexts, onBlur, ...rest }: ChipsInputProps) {
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const found = text
      .split(/[,\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (found.length > 0) onTexts([...new Set([...texts, ...found])]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && texts.length > 0) {
      onTexts(texts.slice(0, -1));
    }
  };
  return (
    <div className="admin-chips">
      {texts.map((text) => (
        <Chip key={text} text={text} onRemove={() => onTexts(texts.filter((one) => one !== text))} />
      ))}
      <Input
        autoComplete="off"
        dir="auto"
        {...rest}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!/[,\n]/.test(pasted)) return;
          event.preventDefault();
          add(typed + pasted);
        }}
        onBlur={(event) => {
          add(typed);
          onBlur?.(event);
        }}
      />
    </div>
  );
}

/** One of what was chosen, with its way out. */
export function Chip({ text, lead, onRemove }: { text: string; lead?: ReactNode; onRemove: () => void }) {
  return (
    <span className="admin-chip">
      {lead}
      <span className="cut" dir="auto">
        {text}
      </span>
      <button type="button" aria-label={t('globals.messages.remove', { name: text })} onClick={onRemove}>
        <X aria-hidden />
      </button>
    </span>
  );
}
