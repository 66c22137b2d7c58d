import { allPermissions, type Permission } from '@bellhop/contract';
import { type Assignment, canSeeConversation } from '@bellhop/rules';
import type { ApiClient } from './api-client.ts';
import { ForeignClient, type ForeignSocket } from './contract/foreign-client.ts';
import { openConversation } from './conversations.ts';
import type { Harness } from './harness.ts';

/** An agent with everything but for the ways of seeing conversations, of which it has some. */
export interface Onlooker {
  name: string;
  id: number;
  email: string;
  permissions: ReadonlySet<Permission>;
  team_ids: number[];
  client: ApiClient;
}

/** A conversation that is held in one of the ways in which one can be held. */
export interface HeldConversation extends Assignment {
  name: string;
  id: number;
  uuid: string;
  message_uuid: string;
}

export interface Situations {
  onlookers: Onlooker[];
  conversations: HeldConversation[];
  /** The team of every onlooker, and one of strangers. */
  teams: { own: number; foreign: number };
  colleague: number;
  sees(onlooker: Onlooker, conversation: HeldConversation): boolean;
}

const ways: Permission[] = [
  'conversations:read',
  'conversations:read_all',
  'conversations:read_assigned',
  'conversations:read_team_inbox',
  'conversations:read_unassigned',
];

const casts: Record<string, { ways: Permission[]; without?: Permission[] }> = {
  'sees all': { ways: ['conversations:read', 'conversations:read_all'] },
  'sees its own': { ways: ['conversations:read', 'conversations:read_assigned'] },
  "sees its team's": { ways: ['conversations:read', 'conversations:read_team_inbox'] },
  'sees the unassigned': { ways: ['conversations:read', 'conversations:read_unassigned'] },
  'sees all but its own': {
    ways: ['conversations:read', 'conversations:read_team_inbox', 'conversations:read_unassigned'],
  },
  'sees nothing': { ways: ['conversations:read'] },
  'lacks conversations:read': { ways: ways.slice(1) },
  'lacks messages:read': { ways: ['conversations:read', 'conversations:read_all'], without: ['messages:read'] },
};

/** Of these each has a conversation of its own. */
const holders = ['sees its own', 'sees all but its own', 'lacks conversations:read'];

/**
 * One agent for each way of seeing conversations and one conversation for each way of being held, all of them by the same contact
 * with the word `zebra` in it. Beside the onlookers stands a colleague who is in their team.
 */
export async function createSituations(desk: Harness): Promise<Situations> {
  const colleague = await desk.addAgent({ email: 'colleague@desk.test', permissions: [...allPermissions] });
  const own = await desk.addTeam('Own team', [colleague]);
  const foreign = await desk.addTeam('Foreign team');
  const onlookers: Onlooker[] = [];
  for (const [name, cast] of Object.entries(casts)) {
    const others = allPermissions.filter((one) => !ways.includes(one) && !cast.without?.includes(one));
    const permissions = [...others, ...cast.ways];
    const email = `${name.replace(/\W/g, '-')}@desk.test`;
    const id = await desk.addAgent({ email, permissions, team_ids: [own] });
    const client = await desk.as(email);
    onlookers.push({ name, id, email, permissions: new Set(permissions), team_ids: [own], client });
  }
  const held: [name: string, user: number | null, team: number | null][] = [
    ['nobody holds', null, null],
    ['a colleague holds', colleague, null],
    ['the team holds', null, own],
    ['a colleague of the team holds', colleague, own],
    ['a foreign team holds', null, foreign],
    ...onlookers
      .filter(({ name }) => holders.includes(name))
      .map(({ name, id }): [string, number, null] => [`who ${name} holds`, id, null]),
  ];
  const conversations: HeldConversation[] = [];
  for (const [name, user, team] of held) {
    const { conversation, message } = await openConversation(desk, { subject: `zebra ${name}`, text: 'a zebra came' });
    const assignment = { assigned_user_id: user, assigned_team_id: team };
    await assign(desk, conversation.id, assignment);
    const { id, uuid } = conversation;
    conversations.push({ name, id, uuid, message_uuid: message.uuid, ...assignment });
  }
  return {
    onlookers,
    conversations,
    teams: { own, foreign },
    colleague,
    sees: canSeeConversation,
  };
}

/** Puts a conversation into hands, past every rule. */
export async function assign(desk: Harness, id: number, to: Assignment): Promise<void> {
  await desk.pool.query('update conversations set assigned_user_id = $2, assigned_team_id = $3 where id = $1', [
    id,
    to.assigned_user_id,
    to.assigned_team_id,
  ]);
}

/** A socket of an onlooker's session. */
export function openSocket({ client }: Pick<Onlooker, 'client'>, path?: string): Promise<ForeignSocket> {
  const foreign = new ForeignClient(client.address);
  for (const [name, value] of client.cookies) foreign.cookies.set(name, value);
  return foreign.open(path);
}
