/** Which list: the three of everybody, or the inbox of one team. */
export type ListScope = { kind: 'assigned' | 'unassigned' | 'all' } | { kind: 'team'; team_id: number };

export const scopeKinds = ['assigned', 'unassigned', 'all'] as const;

/** The page of a list. `search` keeps status and sort (`?status=…&sort=…`). */
export function listPath(scope: ListScope, search = ''): string {
  return `/inboxes/${scope.kind === 'team' ? `teams/${scope.team_id}` : scope.kind}${search}`;
}

/** A conversation within a list. */
export function conversationPath(scope: ListScope, uuid: string, search = ''): string {
  return `${listPath(scope)}/conversation/${uuid}${search}`;
}

/** The list that route parameters name; undefined for an unknown type or a team id that is none. */
export function scopeOf(params: { type?: string; teamID?: string }): ListScope | undefined {
  if (params.teamID !== undefined) {
    return /^[1-9]\d{0,9}$/.test(params.teamID) ? { kind: 'team', team_id: Number(params.teamID) } : undefined;
  }
  const kind = scopeKinds.find((known) => known === params.type);
  return kind && { kind };
}
