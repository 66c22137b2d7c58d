/** Which conversations a list draws from, before filters (wire B 1.2). */
export type ListScope =
  | { kind: 'assigned'; user_id: number }
  | { kind: 'unassigned' }
  | { kind: 'team_unassigned'; team_id: number }
  | { kind: 'all' };
