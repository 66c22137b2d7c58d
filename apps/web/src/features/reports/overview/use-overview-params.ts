import { useSearchParams } from 'react-router';

/** Ranges that are offered; any number of days up to `longestDays` can be asked for. */
export const offeredDays = [0, 1, 2, 7, 30, 90] as const;
export const longestDays = 365;
const firstDays = 30;

/** The range of one of the overview's widgets, in days, kept in the address; 0 is today. */
export function useDays(name: 'chart' | 'sla'): [number, (days: number) => void] {
  const [params, setParams] = useSearchParams();
  const given = params.get(name) ?? '';
  const days = /^\d{1,3}$/.test(given) && Number(given) <= longestDays ? Number(given) : firstDays;
  const change = (next: number) =>
    setParams((present) => {
      const changed = new URLSearchParams(present);
      if (next === firstDays) changed.delete(name);
      else changed.set(name, String(next));
      return changed;
    });
  return [days, change];
}
