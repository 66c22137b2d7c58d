import { randomBytes, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Database } from '../db/pool.ts';
import { probeReplica } from '../db/probe-replica.ts';
import { probeRedis } from '../db/redis-bus.ts';
import type { ProviderState } from '../features/ai/index.ts';
import { askReleaseFeed } from '../features/settings/index.ts';
import type { S3Settings } from '../lib/config.ts';
import { reasonOf } from '../lib/reason-of.ts';
import type { Storage } from '../lib/storage.ts';
import { sizeText } from './size-text.ts';

/** `warn`: the desk works, and should be looked after; `wrong`: something does not work. */
export type Verdict = 'ok' | 'warn' | 'wrong';

/** One line of the doctor's report; what is not ok says what to do. */
export interface Checked {
  verdict: Verdict;
  text: string;
}

const littleSpace = 1024 ** 3;
const scarcePart = 0.1;

const ok = (text: string): Checked => ({ verdict: 'ok', text });
const warn = (text: string): Checked => ({ verdict: 'warn', text });
const wrong = (text: string): Checked => ({ verdict: 'wrong', text });

/** Writes, reads and removes a file below the data folder, and looks how much room there is. */
export async function checkDisk(disk: Storage, folder: string): Promise<Checked> {
  try {
    await disk.put('doctor/probe', Buffer.from('probe'));
    await disk.get('doctor/probe');
    await disk.remove('doctor/probe');
    const space = await statfs(folder);
    return judgeSpace(folder, space.bavail * space.bsize, space.blocks * space.bsize);
  } catch (error) {
    return wrong(
      `Storage: ${folder} cannot be written: ${(error as Error).message}. Make the user that runs Bellhop its owner, and look whether the disk is full`,
    );
  }
}

/** Judges the free bytes of the disk below a folder. */
export function judgeSpace(folder: string, free: number, total: number): Checked {
  const found = `Storage: ${folder} is writable, ${sizeText(free)} of ${sizeText(total)} free`;
  const remedy = 'make room, or keep the sources of mail for fewer days (app.raw_mail_retention_days)';
  if (free < littleSpace) return wrong(`${found}: the desk stops when it is full; ${remedy}`);
  return free < total * scarcePart ? warn(`${found}: ${remedy}`) : ok(found);
}

/** Stores, reads and removes an object, and looks whether a missing one is told from one that may not be read. */
export async function checkBucket(bucket: Storage, { endpoint, bucket: name }: S3Settings): Promise<Checked> {
  const key = `doctor/${randomUUID()}`;
  const probe = randomBytes(64);
  const place = `bucket ${name} at ${endpoint}`;
  try {
    await bucket.put(key, probe);
    const isSame = (await bucket.get(key)).equals(probe);
    await bucket.remove(key);
    const isGone = !(await bucket.has(key));
    if (!isSame) return wrong(`Object storage: ${place} answers with other bytes than were stored`);
    if (!isGone) return wrong(`Object storage: ${place} still has what was removed`);
    return ok(`Object storage: ${place} stores, reads and removes`);
  } catch (error) {
    return wrong(
      `${(error as Error).message}. Check the settings S3_…, and that the key may get, put, delete and list objects of the bucket`,
    );
  }
}

/** Says something through Redis and hears it. */
export async function checkRedis(url: string): Promise<Checked> {
  const problem = await probeRedis(url);
  if (problem === null) return ok('Redis: carries what is said');
  return wrong(`Redis: ${problem}. Check REDIS_URL and the server; meanwhile changes are looked for in the database`);
}

/** Asks the replica for what is committed by now. */
export async function checkReplica(primary: Database, url: string, patienceMs?: number): Promise<Checked> {
  try {
    const { level_after_ms, lag_bytes } = await probeReplica(primary, url, patienceMs);
    if (level_after_ms !== null) return ok(`Read replica: has all that was committed ${level_after_ms} ms before`);
    return warn(
      `Read replica: lags ${lag_bytes} bytes behind, so reads go to the primary. Look at its load, its way to the primary, and long reads that hold its replaying up (hot_standby_feedback)`,
    );
  } catch (error) {
    return wrong(
      `Read replica: ${reasonOf(error)}. Check DATABASE_READ_URL and the server; meanwhile reads go to the primary`,
    );
  }
}

/** Whether the release feed answers. */
export async function checkReleaseFeed(address: string): Promise<Checked> {
  try {
    return ok(`Release feed: ${(await askReleaseFeed(address)).version} is the newest release`);
  } catch (error) {
    return wrong(
      `Release feed: ${new URL(address).host}: ${(error as Error).message}. Check BELLHOP_RELEASE_FEED, or take it away`,
    );
  }
}

/** How AI is set up; the provider is asked nothing, for each question may cost. */
export function judgeProvider({ state, host, model }: ProviderState): Checked {
  const provider = `AI: ${model} at ${host}`;
  switch (state) {
    case 'none':
      return ok('AI: not set up');
    case 'off':
      return ok(`${provider}, switched off`);
    case 'ready':
      return ok(`${provider}, not asked (Admin, AI has a test)`);
    case 'sealed':
      return wrong(`${provider}: its key was sealed with another BELLHOP_SECRET_KEY. Enter it anew under Admin, AI`);
  }
}
