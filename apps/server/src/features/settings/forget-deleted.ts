import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { lockGroup, writeSettings } from './settings.queries.ts';

/** Business hours that are deleted are no longer the desk's: a dangling id would be refused when the settings are saved. */
export async function forgetBusinessHours(
  uow: UnitOfWork,
  { business_hours_id }: DomainEvents['business_hours.deleted'],
): Promise<void> {
  await forget(uow, 'app.business_hours_id', business_hours_id);
}

/** The same for an SLA policy, which new conversations would get. */
export async function forgetSlaPolicy(
  uow: UnitOfWork,
  { sla_policy_id }: DomainEvents['sla_policy.deleted'],
): Promise<void> {
  await forget(uow, 'app.sla_policy_id', sla_policy_id);
}

async function forget(uow: UnitOfWork, key: string, id: number): Promise<void> {
  const { values } = await lockGroup(uow.db, 'app.');
  if (values[key] !== String(id)) return;
  await writeSettings(uow.db, { [key]: '' }, uow.now);
  await recordChange(uow, {
    entity: 'setting',
    id: 1,
    name: String(values['app.site_name']),
    before: { [key]: values[key] },
    after: { [key]: '' },
  });
  uow.wake('bellhop_settings');
}
