import type { AiStatus } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { loadSettings } from '../settings/index.ts';
import { type AiSettingsRow, loadAiSettings, lockAiSettings } from './ai-settings.queries.ts';
import { hasProvider, openKey } from './provider-settings.ts';
import {
  countRequest,
  type DayUsage,
  findDay,
  findDayUsage,
  findMinute,
  setTokensAside,
  settleRequest,
} from './usage.queries.ts';

const minuteMs = 60_000;

/** One request that was counted before it leaves. */
export interface Reservation {
  /** Sets more tokens aside for the same request. Throws ai.agent_budget_spent, ai.desk_budget_spent, with nothing more set aside. */
  widen(tokens: number): Promise<void>;
  /** Writes down what it took. What never reached a model took nothing; a call that nobody settles keeps what was set aside. */
  settle(took: { input: number; output: number; failed: boolean }): Promise<void>;
}

/**
 * Counts a request of an agent, alone among all processes while it looks: two that come at once can't both take the last place. Throws
 * ai.too_many_requests, ai.agent_budget_spent, ai.desk_budget_spent (429).
 */
export async function reserve(
  { work, system }: Pick<Deps, 'work' | 'system'>,
  actor: Actor,
  tokens: number,
): Promise<Reservation> {
  const day = await work(actor, async (uow) => {
    const settings = await lockAiSettings(uow.db);
    const { 'app.timezone': zone } = await loadSettings(uow.db);
    const today = await findDay(uow.db, uow.now, zone);
    const minute = new Date(Math.floor(uow.now.getTime() / minuteMs) * minuteMs);
    const asked = await findMinute(uow.db, today, actor.id);
    if (asked?.minute.getTime() === minute.getTime() && asked.minute_requests >= settings.requests_per_minute) {
      const seconds = Math.ceil((minute.getTime() + minuteMs - uow.now.getTime()) / 1000);
      throw new AppError('ai.too_many_requests', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
    }
    await demandBudget(uow.db, settings, { day: today, agent_id: actor.id, requests: 1, tokens });
    await countRequest(uow.db, { day: today, agent_id: actor.id, tokens, minute, now: uow.now });
    return today;
  });
  let reserved = tokens;
  return {
    async widen(more) {
      await work(actor, async (uow) => {
        const wanted = { day, agent_id: actor.id, tokens: more };
        await demandBudget(uow.db, await lockAiSettings(uow.db), { ...wanted, requests: 0 });
        await setTokensAside(uow.db, wanted);
      });
      reserved += more;
    },
    settle: (took) => work(system, (uow) => settleRequest(uow.db, { day, agent_id: actor.id, reserved, ...took })),
  };
}

/** Throws ai.agent_budget_spent, ai.desk_budget_spent where what is wanted no longer fits into the day. */
async function demandBudget(
  db: Reader,
  { budget_unit, agent_budget, desk_budget }: AiSettingsRow,
  { day, agent_id, ...wanted }: DayUsage & { day: string; agent_id: number },
): Promise<void> {
  // What wants nothing more of the unit is let through, even where the budget was made smaller meanwhile.
  const isSpent = (budget: number, used: DayUsage) =>
    wanted[budget_unit] > 0 && used[budget_unit] + wanted[budget_unit] > budget;
  if (agent_budget !== null && isSpent(agent_budget, await findDayUsage(db, day, agent_id))) {
    throw new AppError('ai.agent_budget_spent');
  }
  if (desk_budget !== null && isSpent(desk_budget, await findDayUsage(db, day))) {
    throw new AppError('ai.desk_budget_spent');
  }
}

/** What the actor may ask, and what is left today. */
export async function readStatus(deps: Pick<Deps, 'db' | 'clock' | 'sealer'>, actor: Actor): Promise<AiStatus> {
  const settings = await loadAiSettings(deps.db);
  const configured = settings.enabled && hasProvider(settings) && openKey(deps, settings) !== null;
  const may = (permission: string) => configured && actor.permissions.has(permission);
  return {
    configured,
    switched_off: hasProvider(settings) && !settings.enabled,
    complete: configured,
    summarise: may('messages:read'),
    suggest: may('messages:read') && may('messages:write'),
    manage: actor.permissions.has('ai:manage'),
    masks_personal_data: settings.masks_personal_data,
    left_today: await leftToday(deps.db, deps.clock.now(), settings, actor),
    budget_unit: settings.budget_unit,
  };
}

async function leftToday(db: Reader, now: Date, settings: AiSettingsRow, actor: Actor): Promise<number | null> {
  if (settings.agent_budget === null) return null;
  const { 'app.timezone': zone } = await loadSettings(db);
  const used = await findDayUsage(db, await findDay(db, now, zone), actor.id);
  return Math.max(0, settings.agent_budget - used[settings.budget_unit]);
}
