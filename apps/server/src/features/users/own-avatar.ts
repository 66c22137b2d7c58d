import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UploadedFile } from '../../http/request-context.ts';
import { discardFiles, linkAvatar, type StoredFile, storeAvatar, unlinkAvatars } from '../media/index.ts';
import { lockAgent, patchAgent } from './agents.queries.ts';

/** Makes an uploaded picture the actor's avatar in place of the present one; without a file nothing changes (wire A 5.4). */
export async function setOwnAvatar(deps: Deps, actor: Actor, file: UploadedFile | undefined): Promise<true> {
  if (!file) return true;
  return replaceAvatar(deps, actor, await storeAvatar(deps, file, actor.id));
}

/** Removes the actor's avatar, if there is one (wire A 5.5). */
export function removeOwnAvatar(deps: Deps, actor: Actor): Promise<true> {
  return replaceAvatar(deps, actor, null);
}

async function replaceAvatar(deps: Deps, actor: Actor, stored: StoredFile | null): Promise<true> {
  const old = await deps.work(actor, async (uow) => {
    if (!(await lockAgent(uow.db, actor.id))) throw new AppError('agent.not_found');
    const unlinked = await unlinkAvatars(uow, actor.id);
    await patchAgent(uow.db, actor.id, { avatar_url: stored && (await linkAvatar(uow, stored, actor.id)) });
    return unlinked;
  });
  await discardFiles(deps, old);
  return true;
}
