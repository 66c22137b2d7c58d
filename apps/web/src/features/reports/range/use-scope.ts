import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changedParams, queryOf, type ReportScope, readScope, type ScopeQuery } from './report-params.ts';

export interface ScopeState {
  scope: ReportScope;
  query: ScopeQuery;
  /** Changes members of the address: another entry of the history, so that Back leads to the one before. */
  change: (next: Parameters<typeof changedParams>[1]) => void;
}

/** What a report is about, out of its address. */
export function useScope(): ScopeState {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  return useMemo(() => {
    const scope = readScope(new URLSearchParams(address));
    return {
      scope,
      query: queryOf(scope),
      change: (next) => setParams((present) => changedParams(present, next)),
    };
  }, [address, setParams]);
}
