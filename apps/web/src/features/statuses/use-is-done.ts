import { defaultStatusNames } from 'virtual:contract';
import { useQuery } from '@tanstack/react-query';
import { statusQueries } from './statuses.api.ts';

/** Says of a status' name whether nothing is left to do in it; of the default ones that is known before the list has come. */
export function useIsDone(): (status: string) => boolean {
  const { data } = useQuery(statusQueries.list());
  const { resolved, closed } = defaultStatusNames;
  return (status) => {
    const known = data?.find(({ name }) => name === status);
    return known ? known.category === 'resolved' : status === resolved || status === closed;
  };
}
