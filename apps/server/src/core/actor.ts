import type { Permission } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';

/** Who acts: a signed-in agent, or System for everything automatic. */
export interface Actor extends Viewer {
  kind: 'agent' | 'system';
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  permissions: ReadonlySet<Permission | string>;
  roles: readonly string[];
  team_ids: readonly number[];
  created_at: Date;
  /** Address of the request that acts; absent for what no request caused. */
  ip?: string;
  /** The API key by which a program acts for the agent; `permissions` are what both may do. */
  via?: { key_id: number; name: string };
}

/** First and last name with a blank only between two (behaviour 6.1). */
export function fullName(person: { first_name: string; last_name: string }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ');
}
