import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { BusinessHoursForm } from './BusinessHoursForm.tsx';

const day = { open: '09:00', close: '17:00' };

/** A new set of business hours; it begins with an ordinary week. */
export function Component() {
  return (
    <BusinessHoursForm
      title={t('globals.messages.new', { name: plural('globals.terms.businessHour') })}
      values={first}
      save={(body) => api('business_hours.create', { body })}
    />
  );
}

const first = {
  name: '',
  description: '',
  is_always_open: false,
  hours: { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day },
  holidays: [],
};
