import { keyCaps } from '../lib/hotkeys.ts';
import './button.css';

/** The caps of a key or sequence in the notation of lib/hotkeys.ts, such as "mod+b" or "g u". */
export function Kbd({ keys }: { keys: string }) {
  const caps = keyCaps(keys);
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
