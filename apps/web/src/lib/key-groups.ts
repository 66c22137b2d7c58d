import type { TextKey } from './i18n.ts';
import { type KeyAction, type KeyGroup, keyActions } from './key-map.ts';

const headings: Record<KeyGroup, TextKey> = {
  conversation: 'keyboard.group.conversation',
  list: 'keyboard.group.list',
  go: 'keyboard.group.go',
  writing: 'keyboard.group.writing',
  desk: 'keyboard.group.desk',
};

/** The actions under their headings, in the order of the map. */
export const keyGroups: readonly { heading: TextKey; actions: readonly KeyAction[] }[] = [
  ...Map.groupBy(keyActions, (action) => action.group),
].map(([group, actions]) => ({ heading: headings[group], actions }));
