import type { QueryClient } from '@tanstack/react-query';
import { conversationQueries } from '../../conversations.api.ts';
import { messagesOf, type ThreadData } from '../thread-entries.ts';
import { composedBody } from './composed-body.ts';

const [area, kind] = conversationQueries.messages('').queryKey;
/** So many of a thread's last texts are cleaned ahead: more don't fit into a window. */
const cleanedAhead = 6;

/**
 * Cleans the texts of threads that were fetched before they are opened, while the browser has nothing else to do: opening one
 * should not wait for it. Answers the function that ends it.
 */
export function cleanAhead(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== area || query.queryKey[1] !== kind) return;
    if (query.state.status !== 'success' || query.getObserversCount() > 0) return;
    const texts = messagesOf(query.state.data as ThreadData)
      .slice(-cleanedAhead)
      .filter((message) => message.type === 'outgoing' && message.content_type === 'html')
      .map((message) => message.content);
    if (texts.length > 0) whenIdle(() => cleanNext(texts));
  });
}

function cleanNext([text, ...others]: string[]): void {
  if (text === undefined) return;
  composedBody(text);
  if (others.length > 0) whenIdle(() => cleanNext(others));
}

function whenIdle(run: () => void): void {
  // Safari has no such callback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 50);
}
