import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { strokeOf } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { isOwnableStroke } from '../../lib/key-conflicts.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';

interface KeyRecorderProps {
  /** What the key does. */
  name: string;
  /** The present key; undefined for none. */
  keys: string | undefined;
  onTake: (keys: string) => void;
  onOff: () => void;
  onProblem: (text: string | undefined) => void;
}

/** Time for the second key of a sequence. */
const secondMs = 900;

/**
 * Shows a key and takes another one: one key, or two after each other. Escape and Tab leave it as it is, Backspace and
 * Delete switch it off.
 */
export function KeyRecorder({ name, keys, onTake, onOff, onProblem }: KeyRecorderProps) {
  const [first, setFirst] = useState<string>();
  const [isRecording, setRecording] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => {
    clearTimeout(timer.current);
    setRecording(false);
    setFirst(undefined);
  };
  const finish = (taken: string) => {
    stop();
    onTake(taken);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    // Whatever it does elsewhere, here it is only looked at.
    event.preventDefault();
    event.stopPropagation();
    const stroke = strokeOf(event.nativeEvent);
    if (event.key === 'Escape') stop();
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      stop();
      onOff();
    } else if (stroke === undefined) return;
    else if (!isOwnableStroke(stroke)) onProblem(t('keyboard.not_ours'));
    else if (first) finish(`${first} ${stroke}`);
    else {
      onProblem(undefined);
      setFirst(stroke);
      timer.current = setTimeout(() => finish(stroke), secondMs);
    }
  };
  return (
    <Button
      size="s"
      className="key-recorder"
      aria-label={isRecording ? t('keyboard.press') : t('keyboard.change_of', { name })}
      onClick={() => {
        onProblem(undefined);
        setRecording(true);
      }}
      onBlur={stop}
      onKeyDown={onKeyDown}
    >
      {isRecording && !first && t('keyboard.press')}
      {isRecording && first && <Kbd keys={first} isLiteral />}
      {!isRecording && (keys === undefined ? t('keyboard.off') : <Kbd keys={keys} isLiteral />)}
    </Button>
  );
}
