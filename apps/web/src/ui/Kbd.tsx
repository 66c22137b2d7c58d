import { keyCaps } from '../lib/hotkeys.ts';
import { usePresentKey } from '../lib/key-map.ts';
import './button.css';

interface KbdProps {
  /** In the notation of lib/hotkeys.ts, such as "mod+b" or "g u": the key as it comes. */
  keys: string;
  /** These very keys, whatever the agent has put in their place. */
  isLiteral?: boolean;
}

/** The caps of the key that does this now; nothing when it is switched off. */
export function Kbd({ keys, isLiteral }: KbdProps) {
  const present = usePresentKey(keys);
  const shown = isLiteral ? keys : present;
  if (shown === undefined) return null;
  const caps = keyCaps(shown);
  return (
    <span className="keys">
      {caps.map((cap, index) => (
        <kbd key={caps.slice(0, index + 1).join(' ')} className="kbd">
          {cap}
        </kbd>
      ))}
    </span>
  );
}
