import type { DomainEvents } from '../../core/domain-events.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { lockGroup, writeSettings } from './settings.queries.ts';

const key = 'app.business_hours_id';

/** Business hours that are deleted are no longer the desk's: a dangling id would be refused when the settings are saved. */
export async function forgetBusinessHours(
  uow: UnitOfWork,
  { business_hours_id }: DomainEvents['business_hours.deleted'],
): Promise<void> {
  const { values } = await lockGroup(uow.db, 'app.');
  if (values[key] !== String(business_hours_id)) return;
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
