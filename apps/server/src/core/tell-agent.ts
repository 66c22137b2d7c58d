import type { FrameData, FrameType } from '@bellhop/contract';
import type { UnitOfWork } from './unit-of-work.ts';

/** What travels on the channel `bellhop_agents`. */
export interface DirectFrame {
  agent_id: number;
  type: FrameType;
  data: unknown;
}

/**
 * A frame for one agent's open sockets, after commit, outside the change log: it has no number and is not replayed. For what comes
 * often and is fetched anew after a break anyway.
 */
export function tellAgent<F extends FrameType>(uow: UnitOfWork, agentId: number, type: F, data: FrameData<F>): void {
  uow.wake('bellhop_agents', JSON.stringify({ agent_id: agentId, type, data } satisfies DirectFrame));
}
