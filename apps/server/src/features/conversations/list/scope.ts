import type { Viewer } from '@bellhop/rules';

/** Which conversations a list draws from, before filters (wire B 1.2). `visible` is whatever the access rule shows the viewer. */
export type ListScope =
  | { kind: 'assigned'; user_id: number }
  | { kind: 'unassigned' }
  | { kind: 'team_unassigned'; team_id: number }
  | { kind: 'all' }
  | { kind: 'visible'; viewer: Viewer };
