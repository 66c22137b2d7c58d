import { keyCaps } from '../lib/hotkeys.ts';
import './button.css';

/** The key that sends, on the button that does. */
export function SendCap() {
  return (
    <span className="kbd" aria-hidden="true">
      {keyCaps('mod+Enter').join(' ').replace('Enter', '↵')}
    </span>
  );
}
