import { useState } from 'react';

/** A yes or no of this device, kept in local storage under the key; a collapsed group, a folded panel. */
export function useRemembered(key: string, initial: boolean): [value: boolean, set: (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : stored === 'true';
  });
  return [
    value,
    (next) => {
      localStorage.setItem(key, String(next));
      setValue(next);
    },
  ];
}
