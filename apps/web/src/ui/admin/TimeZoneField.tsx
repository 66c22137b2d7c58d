import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { timeZones } from '../../lib/time-zones.ts';
import { SelectField } from './fields.tsx';

/** One of the platform's time zones, found by its name or by its distance to UTC. One that is stored and unknown here stays on offer. */
export function TimeZoneField({ name, label, help }: { name: string; label: string; help?: string }) {
  const stored = useFormContext().getValues(name) as string;
  const options = useMemo(() => {
    const zones = timeZones().map((zone) => ({
      value: zone.name,
      label: zone.name.replaceAll('_', ' '),
      hint: zone.offset,
      also: `${zone.name} ${zone.offset}`,
    }));
    const isUnknown = stored !== '' && !zones.some(({ value }) => value === stored);
    return isUnknown ? [{ value: stored, label: stored }, ...zones] : zones;
  }, [stored]);
  return <SelectField name={name} label={label} options={options} {...(help ? { help } : {})} />;
}
