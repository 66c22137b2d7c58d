import type { Actor } from './actor.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Does something in a unit of work as somebody else: what follows from an agent's act by itself is System's. */
export async function actAs<T>(uow: UnitOfWork, actor: Actor, body: () => Promise<T>): Promise<T> {
  const before = uow.actor;
  uow.actor = actor;
  try {
    return await body();
  } finally {
    uow.actor = before;
  }
}
