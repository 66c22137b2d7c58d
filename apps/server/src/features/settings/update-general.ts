import { type AdminSettings, deskPictures, type GeneralSettingsInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { recordChange } from '../activity-log/index.ts';
import { defaultPictures, pictureKey } from './desk-pictures.ts';
import { isLanguage } from './language-packs.ts';
import { Settings } from './load-settings.ts';
import {
  hasBusinessHours,
  hasSlaPolicy,
  lockGroup,
  readGroup,
  readSettings,
  writeSettings,
} from './settings.queries.ts';

/** Every general setting that can be changed, and when one last was. */
export async function adminSettings(db: Reader): Promise<AdminSettings> {
  const { values, updated_at } = await readGroup(db, 'app.');
  const stored = await readSettings(db);
  const [logo, favicon] = deskPictures.map((picture) => stored[pictureKey(picture)] !== undefined);
  return {
    ...Settings.parse(values),
    updated_at: updated_at.toISOString(),
    pictures: { logo: logo!, favicon: favicon! },
  };
}

/**
 * Changes the general settings that are sent and no others (behaviour 12.5); every process uses them once this is committed. Throws
 * input.invalid naming the key, config.changed_meanwhile.
 */
export async function updateGeneral(deps: Deps, actor: Actor, input: GeneralSettingsInput): Promise<true> {
  await deps.work(actor, (uow) => change(uow, input));
  return true;
}

async function change(uow: UnitOfWork, { based_on, ...given }: GeneralSettingsInput): Promise<void> {
  const { values: before, updated_at } = await lockGroup(uow.db, 'app.');
  assertUnchanged({ updated_at }, { based_on });
  await refuseUnknown(uow.db, given);
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after = followRoot(Settings.parse(before), { ...before, ...sent });
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  );
  if (Object.keys(changed).length === 0) return;
  await writeSettings(uow.db, changed, uow.now);
  await recordChange(uow, {
    entity: 'setting',
    id: 1,
    name: String(after['app.site_name']),
    before: Object.fromEntries(Object.keys(changed).map((key) => [key, before[key]])),
    after: changed,
  });
  uow.wake('bellhop_settings');
}

/** What only the server can know. */
async function refuseUnknown(db: Reader, given: GeneralSettingsInput): Promise<void> {
  const language = given['app.lang'];
  if (language !== undefined && !isLanguage(language)) throw refused('app.lang', 'there is no such language pack');
  const hours = given['app.business_hours_id'];
  if (hours && !(await hasBusinessHours(db, Number(hours)))) {
    throw refused('app.business_hours_id', 'there are no such business hours');
  }
  const policy = given['app.sla_policy_id'];
  if (policy && !(await hasSlaPolicy(db, Number(policy)))) {
    throw refused('app.sla_policy_id', 'there is no such row');
  }
}

/** The desk's own pictures move with its address: a form sends back the addresses that it was given. */
function followRoot(before: Pick<Settings, 'app.root_url'>, after: Record<string, unknown>): Record<string, unknown> {
  const [from, to] = [before['app.root_url'], String(after['app.root_url'])];
  const moved = { ...after };
  for (const { setting, path } of Object.values(defaultPictures)) {
    const address = String(after[setting]);
    if (from !== to && address.startsWith(from + path)) moved[setting] = to + address.slice(from.length);
  }
  return moved;
}
