import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { toast } from '../../../ui/toast.ts';
import { toMessage } from './thread.cache.ts';
import { entryWith, type ThreadEntry } from './thread-entries.ts';

/** How long the message stays marked. */
const markedMs = 2_500;

/**
 * Leads to the message that the address names (`?message=<uuid>`), once per visit: loads the page that holds it, shows it and
 * answers the key of its entry for a moment. One that is not there is told in a toast.
 */
export function useJump(
  uuid: string,
  entries: readonly ThreadEntry[],
  show: (key: string) => void,
): string | undefined {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { key: visit } = useLocation();
  const messageUuid = params.get('message');
  const wish = messageUuid === null ? undefined : `${visit} ${messageUuid}`;
  const done = useRef<string>(undefined);
  const asked = useRef<string>(undefined);
  const [target, setTarget] = useState<string>();

  // Before it is painted: nobody should see the end of the thread first.
  useLayoutEffect(() => {
    if (messageUuid === null || done.current === wish) return;
    const entry = entryWith(entries, messageUuid);
    if (entry) {
      done.current = wish;
      show(entry.key);
      setTarget(entry.key);
    } else if (asked.current !== wish) {
      asked.current = wish;
      toMessage(client, uuid, messageUuid).catch((error: unknown) => {
        done.current = wish;
        toast.error(toApiError(error).message);
      });
    }
  }, [client, uuid, messageUuid, wish, entries, show]);

  useEffect(() => {
    if (target === undefined) return;
    const timer = setTimeout(() => setTarget(undefined), markedMs);
    return () => clearTimeout(timer);
  }, [target]);
  return target;
}
