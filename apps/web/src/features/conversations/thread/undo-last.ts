import type { QueryClient } from '@tanstack/react-query';

/** Takes back the last send that can still be (key `z`); a failure to fetch what does that is only logged. */
export function undoLastSend(client: QueryClient): void {
  import('./undo-send.ts').then(({ undoLast }) => undoLast(client)).catch((error: unknown) => console.info(error));
}
