import { CircleOff, RotateCcw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { keyCaps } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { findKeyConflict } from '../../lib/key-conflicts.ts';
import { type KeyAction, type KeyChanges, keyActions, presentKey, saveKeys } from '../../lib/key-map.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { KeyRecorder } from './KeyRecorder.tsx';

/** One action and its key, with the way to another one, to none, and back. */
export function KeyRow({ action, changes }: { action: KeyAction; changes: KeyChanges }) {
  const { keys, also = [] } = action;
  const [problem, setProblem] = useState<string>();
  const name = t(action.label);
  const isChanged = keys in changes.changed;
  const present = presentKey(keys, { ...changes, isOff: false });
  const save = (next: string | null | undefined) => {
    const { [keys]: _before, ...others } = changes.changed;
    const isOwn = next === undefined || next === keys;
    setProblem(undefined);
    saveKeys({ ...changes, changed: isOwn ? others : { ...others, [keys]: next } });
  };
  const take = (wanted: string) => {
    const conflict = findKeyConflict(keys, wanted, changes);
    if (conflict) setProblem(conflictText(conflict.keys, wanted));
    else save(wanted);
  };
  const reset = () => take(keys);
  return (
    <li className="key-row">
      <span className="key-name">{name}</span>
      <span className="key-what">
        {also.map((one) => (
          <Kbd key={one} keys={one} isLiteral />
        ))}
        {action.isFixed ? (
          <Kbd keys={keys} isLiteral />
        ) : (
          <KeyRecorder name={name} keys={present} onTake={take} onOff={() => save(null)} onProblem={setProblem} />
        )}
      </span>
      {!action.isFixed && (
        <span className="key-tools">
          {isChanged && (
            <IconButton
              size="s"
              label={t('keyboard.reset', { name })}
              icon={<RotateCcw className="flips" aria-hidden />}
              onClick={reset}
            />
          )}
          {present !== undefined && (
            <IconButton
              size="s"
              label={t('keyboard.switch_off', { name })}
              icon={<CircleOff aria-hidden />}
              onClick={() => save(null)}
            />
          )}
        </span>
      )}
      <span className="key-problem" role="alert">
        {problem && (
          <span className="error">
            <TriangleAlert aria-hidden />
            {problem}
          </span>
        )}
      </span>
    </li>
  );
}

function conflictText(otherKeys: string, wanted: string): string {
  const other = keyActions.find((action) => action.keys === otherKeys && action.group !== 'writing');
  return t('keyboard.conflict', { key: keyCaps(wanted).join(' '), name: other ? t(other.label) : '' });
}
