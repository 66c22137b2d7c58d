import { type KeyChanges, keyActions, presentKey } from './key-map.ts';

/** Why a key cannot be taken: another action has it, or it begins or continues another one's. */
export interface KeyConflict {
  /** The other action, by its key as it comes. */
  keys: string;
}

/** Ctrl, Alt and Cmd are the browser's and the system's; so are Tab, Space, Escape and the keys that move and scroll. */
const ownable = /^(?:Shift\+\p{L}|[^\s'])$/u;

/** Whether one stroke may be given to an action: a letter, with Shift if need be, a digit or a sign. The quote is Firefox's. */
export function isOwnableStroke(stroke: string): boolean {
  return ownable.test(stroke);
}

/** The first action that stands in the way of `wanted` for the action `keys`. Two keys clash when one begins the other. */
export function findKeyConflict(keys: string, wanted: string, changes: KeyChanges): KeyConflict | undefined {
  const other = keyActions.find(
    (action) =>
      action.keys !== keys &&
      action.group !== 'writing' &&
      [presentKey(action.keys, { ...changes, isOff: false }), ...(action.also ?? [])].some(
        (taken) => taken !== undefined && clash(taken, wanted),
      ),
  );
  return other && { keys: other.keys };
}

function clash(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
