import { useRef } from 'react';

let last = 0;

/** Keys for lines that have no identity of their own: new ones at the end; `drop` takes a line's key with it. */
export function useLineKeys(length: number): { keys: readonly number[]; drop: (at: number) => void } {
  const keys = useRef<number[]>([]);
  while (keys.current.length < length) keys.current.push(++last);
  keys.current.length = length;
  return { keys: keys.current, drop: (at) => void keys.current.splice(at, 1) };
}
