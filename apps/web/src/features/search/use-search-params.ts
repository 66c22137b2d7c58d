import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SearchSort } from './search.api.ts';

/** What is searched: conversations by everything that is known of them, or one of the contract's searches. */
export const searchKinds = ['everything', 'conversations', 'messages', 'contacts'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Debounce and shortest query of the search (wire B 5, settled question 14). */
const debounceMs = 300;
export const shortestQuery = 3;

export interface SearchState {
  /** What stands in the box. */
  text: string;
  /** What is searched for: trimmed, 300 ms after the last key; '' when it is too short. */
  query: string;
  kind: SearchKind;
  sort: SearchSort;
  setText: (text: string) => void;
  setKind: (kind: SearchKind) => void;
  setSort: (sort: SearchSort) => void;
}

/** What the address says about the search (`?q=`, `?in=`, `?sort=`), so that the way back leads to it. */
export function useSearchState(): SearchState {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const [text, setText] = useState(q);
  const set = (key: string, value: string, initial: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === initial) after.delete(key);
        else after.set(key, value);
        return after;
      },
      { replace: true },
    );
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => set('q', wanted, ''), debounceMs);
    return () => clearTimeout(timer);
  });
  const kind = searchKinds.find((known) => known === params.get('in')) ?? 'everything';
  return {
    text,
    query: [...q.trim()].length < shortestQuery ? '' : q.trim(),
    kind,
    sort: params.get('sort') === 'best' ? 'best' : 'newest',
    setText,
    setKind: (next) => set('in', next, 'everything'),
    setSort: (next) => set('sort', next, 'newest'),
  };
}
