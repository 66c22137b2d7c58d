import type { Permission } from '@bellhop/contract';
import type { TextKey } from './i18n.ts';

/** A list of conversations in the inbox's sidebar, with the permission that shows it. */
export interface InboxList {
  kind: 'assigned' | 'unassigned' | 'all';
  permission: Permission;
  label: TextKey;
}

/** THE lists beside those of teams and views (specification 2). The role form previews them. */
export const inboxLists: readonly InboxList[] = [
  { kind: 'assigned', permission: 'conversations:read_assigned', label: 'globals.terms.myInbox' },
  { kind: 'unassigned', permission: 'conversations:read_unassigned', label: 'globals.terms.unassigned' },
  { kind: 'all', permission: 'conversations:read_all', label: 'globals.messages.all' },
];
