import type { Permission } from '@bellhop/contract';

/** Which list: the three of everybody, the inbox of one team, or one of the agent's own views. */
export type ListScope =
  | { kind: 'assigned' | 'unassigned' | 'all' }
  | { kind: 'team'; team_id: number }
  | { kind: 'view'; view_id: number };

/** Route parameters of the inbox pages (specification 2). */
export interface ScopeParams {
  type?: string | undefined;
  teamID?: string | undefined;
  viewID?: string | undefined;
}

export const scopeKinds = ['assigned', 'unassigned', 'all'] as const;

/** The page of a list. `search` keeps status and sort (`?status=…&sort=…`). */
export function listPath(scope: ListScope, search = ''): string {
  return `/inboxes/${segment(scope)}${search}`;
}

/** A conversation within a list. */
export function conversationPath(scope: ListScope, uuid: string, search = ''): string {
  return `${listPath(scope)}/conversation/${uuid}${search}`;
}

/** The list that route parameters name; undefined for an unknown type or an id that is none. */
export function scopeOf({ type, teamID, viewID }: ScopeParams): ListScope | undefined {
  if (teamID !== undefined) return isId(teamID) ? { kind: 'team', team_id: Number(teamID) } : undefined;
  if (viewID !== undefined) return isId(viewID) ? { kind: 'view', view_id: Number(viewID) } : undefined;
  const kind = scopeKinds.find((known) => known === type);
  return kind && { kind };
}

/** What opening a list takes (wire B 1.2). */
export function permissionOf(scope: ListScope): Permission {
  const permissions = {
    assigned: 'conversations:read_assigned',
    unassigned: 'conversations:read_unassigned',
    all: 'conversations:read_all',
    team: 'conversations:read_team_inbox',
    view: 'conversations:read',
  } as const satisfies Record<ListScope['kind'], Permission>;
  return permissions[scope.kind];
}

function segment(scope: ListScope): string {
  if (scope.kind === 'team') return `teams/${scope.team_id}`;
  return scope.kind === 'view' ? `views/${scope.view_id}` : scope.kind;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}
