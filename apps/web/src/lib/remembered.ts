import { useCallback, useState } from 'react';

/** A number of this device, such as a width; null until somebody has set one, and again after `null` is set. */
export function useRememberedNumber(key: string): [value: number | null, set: (value: number | null) => void] {
  const [value, setValue] = useState(() => {
    const stored = Number(localStorage.getItem(key));
    return Number.isFinite(stored) && stored > 0 ? stored : null;
  });
  const set = useCallback(
    (next: number | null) => {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, String(next));
      setValue(next);
    },
    [key],
  );
  return [value, set];
}

/** A yes or no of this device, kept in local storage under the key; a collapsed group, a folded panel. */
export function useRemembered(key: string, initial: boolean): [value: boolean, set: (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : stored === 'true';
  });
  const set = useCallback(
    (next: boolean) => {
      localStorage.setItem(key, String(next));
      setValue(next);
    },
    [key],
  );
  return [value, set];
}
