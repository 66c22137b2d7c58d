import type { FoundContact } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/session.ts';

/** Bounds of the search (specification 5). */
const fewestCharacters = 3;
const quietMs = 300;
const none: readonly FoundContact[] = [];

/**
 * Contacts by a part of address or name, from three characters after trimming, once nothing was typed for 300 ms. A failure
 * shows a toast and leaves none. None either for those who may not read contacts.
 */
export function useContactSearch(text: string): readonly FoundContact[] {
  const mayRead = useCan('contacts:read');
  const query = text.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), quietMs);
    return () => clearTimeout(timer);
  }, [query]);
  const isLong = [...query].length >= fewestCharacters;
  const { data, isError } = useQuery({
    queryKey: ['contacts', 'search', settled] as const,
    queryFn: ({ signal }) => api('search.contacts', { query: { query: settled } }, { signal }),
    enabled: mayRead && isLong && settled === query,
  });
  return isLong && settled === query && data && !isError ? data : none;
}
