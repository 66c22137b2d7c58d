import { type ConversationPresence, type PresenceState, presenceExpiryMs, presenceStates } from '@bellhop/contract';

/** What one process says of an agent in a conversation: of its sockets the strongest state; null when it has left. */
export interface PresenceEntry {
  uuid: string;
  agent_id: number;
  state: PresenceState | null;
}

/** Who is where, from what the processes say. Knows no sockets and no clock of its own; times are milliseconds since 1970. */
export interface PresenceBoard {
  /** Notes what a process said; answers the conversations in which who is there has changed by it. */
  note(processId: string, entries: readonly PresenceEntry[], now: number): Set<string>;
  /** Forgets what was not repeated in time; answers the conversations that changed by it. */
  expire(now: number): Set<string>;
  /** Who is in a conversation, by id. */
  read(uuid: string): ConversationPresence['agents'];
}

/** An empty board. */
export function createPresenceBoard(): PresenceBoard {
  // Conversation, then agent, then process: an agent's tabs may hang on different ones.
  const places = new Map<string, Map<number, Map<string, { state: PresenceState; until: number }>>>();

  const read = (uuid: string) =>
    [...(places.get(uuid) ?? [])]
      .map(([id, sayings]) => ({ id, state: strongest([...sayings.values()].map(({ state }) => state)) }))
      .sort((one, other) => one.id - other.id);
  /** The conversations among `touched` whose agents are others than before, or do something else. */
  const changing = (touched: Set<string>, change: () => void) => {
    const before = new Map([...touched].map((uuid) => [uuid, JSON.stringify(read(uuid))]));
    change();
    return new Set([...touched].filter((uuid) => JSON.stringify(read(uuid)) !== before.get(uuid)));
  };
  const remove = (uuid: string, agentId: number, processId: string) => {
    const agents = places.get(uuid);
    const sayings = agents?.get(agentId);
    sayings?.delete(processId);
    if (sayings?.size === 0) agents!.delete(agentId);
    if (agents?.size === 0) places.delete(uuid);
  };

  return {
    read,
    note: (processId, entries, now) =>
      changing(new Set(entries.map(({ uuid }) => uuid)), () => {
        for (const { uuid, agent_id, state } of entries) {
          if (state === null) {
            remove(uuid, agent_id, processId);
            continue;
          }
          const agents = places.get(uuid) ?? new Map();
          places.set(uuid, agents);
          const sayings = agents.get(agent_id) ?? new Map();
          agents.set(agent_id, sayings);
          sayings.set(processId, { state, until: now + presenceExpiryMs });
        }
      }),
    expire: (now) => {
      const late = [...places].flatMap(([uuid, agents]) =>
        [...agents].flatMap(([agentId, sayings]) =>
          [...sayings].flatMap(([processId, { until }]) => (until <= now ? [{ uuid, agentId, processId }] : [])),
        ),
      );
      return changing(new Set(late.map(({ uuid }) => uuid)), () => {
        for (const { uuid, agentId, processId } of late) remove(uuid, agentId, processId);
      });
    },
  };
}

/** Of what an agent does in several tabs, what colleagues must know most. */
export function strongest(states: readonly PresenceState[]): PresenceState {
  return presenceStates.find((state) => states.includes(state)) ?? 'idle';
}
