import type { FrameData } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { DraftSync } from './drafts/draft-sync.ts';
import { allLocalMessages } from './thread/local-messages.ts';

/** Does something with the drafts of the server, as soon as what keeps them has come; a failure is only logged. */
export function withServerDrafts(use: (sync: DraftSync) => unknown): void {
  import('./drafts/server-drafts.ts')
    .then(({ serverDrafts }) => use(serverDrafts()))
    .catch((error: unknown) => console.info(error));
}

/**
 * Looks what the server has of drafts, and after what an earlier page has sent; at the start and after a loss of the
 * connection. Failures are only logged.
 */
export function startDrafts(): void {
  withServerDrafts((sync) => sync.load());
  if (allLocalMessages().length === 0) return;
  import('./thread/composer/finish-sends.ts')
    .then(({ finishSends }) => finishSends())
    .catch((error: unknown) => console.info(error));
}

/** Frame `draft_changed`. */
export function applyDraftChanged(_client: QueryClient, frame: FrameData<'draft_changed'>): void {
  withServerDrafts((sync) => sync.receive(frame));
}
