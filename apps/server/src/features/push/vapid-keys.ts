import webpush from 'web-push';
import * as z from 'zod';
import type { Deps } from '../../core/deps.ts';
import { lockSettingGroup, readSettingGroup, writeSettings } from '../settings/index.ts';
import { deleteAllSubscriptions } from './subscriptions.queries.ts';

/** The pair by which push services know this desk (RFC 8292), each in base64url. */
export interface VapidKeys {
  public_key: string;
  private_key: string;
}

const key = 'push.vapid';
const Stored = z.object({ public_key: z.string(), private_key: z.string() });

/**
 * The desk's keys, made when they are asked for first and stored with the private one sealed. Where another BELLHOP_SECRET_KEY sealed it, new ones
 * are made, and browsers subscribe anew: none takes anything signed by another key than theirs.
 */
export async function vapidKeys(deps: Pick<Deps, 'db' | 'work' | 'system' | 'sealer' | 'log'>): Promise<VapidKeys> {
  const found = open(deps, (await readSettingGroup(deps.db, key)).values[key]);
  if (found) return found;
  return deps.work(deps.system, async (uow) => {
    const stored = (await lockSettingGroup(uow.db, key)).values[key];
    const made = open(deps, stored);
    if (made) return made;
    if (stored !== undefined) {
      deps.log.warn(
        'the keys of web push were sealed with another BELLHOP_SECRET_KEY; browsers have to subscribe anew',
      );
      await deleteAllSubscriptions(uow.db);
    }
    const { publicKey: public_key, privateKey: private_key } = webpush.generateVAPIDKeys();
    await writeSettings(uow.db, { [key]: { public_key, private_key: deps.sealer.seal(private_key) } }, uow.now);
    return { public_key, private_key };
  });
}

function open({ sealer }: Pick<Deps, 'sealer'>, stored: unknown): VapidKeys | null {
  const { data } = Stored.safeParse(stored);
  if (!data) return null;
  try {
    return { public_key: data.public_key, private_key: sealer.open(data.private_key) };
  } catch {
    return null;
  }
}
