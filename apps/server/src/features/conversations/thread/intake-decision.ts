import type { Evidence } from './threading.ts';

/** What became of a mail, for the decision log. Files are rows now only when the outcome is `stored`. */
export type Decision =
  | {
      outcome: 'stored';
      conversation_id: number;
      message_id: number;
      opened: boolean;
      /** `closed`: it led to a conversation that was closed too long ago, and a new one continues that. */
      evidence: (Evidence & { closed?: true }) | null;
    }
  | { outcome: 'bounce'; message_ids: number[] }
  | { outcome: 'skipped'; reason: string };
