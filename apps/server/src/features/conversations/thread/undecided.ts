import type { Letter } from './arrival.ts';
import type { ArrivalFacts } from './arrival-facts.ts';
import type { Evidence } from './threading.ts';

/** Letters of one batch that are not stored yet, so that a later one which may depend on them can wait. */
export interface Undecided {
  add(letter: Letter, evidence: Evidence | null): void;
  /**
   * Whether the outcome of a letter may be another one once those that were added are stored: it is the same mail, names one of them,
   * or belongs, or might belong by its subject's number, to a conversation that one of them goes to.
   */
  mayConcern(letter: Letter, evidence: Evidence | null, facts: ArrivalFacts): boolean;
}

export function createUndecided(): Undecided {
  const ids = new Set<string>();
  const conversations = new Set<number>();
  return {
    add({ identity }, evidence) {
      ids.add(identity.source_id ?? identity.synthetic_id!);
      if (evidence) conversations.add(evidence.conversation_id);
    },
    mayConcern({ identity, mail, reference }, evidence, facts) {
      const named = [identity.source_id ?? identity.synthetic_id!, ...mail.in_reply_to, ...mail.references];
      if (named.some((id) => ids.has(id))) return true;
      if (evidence && conversations.has(evidence.conversation_id)) return true;
      const numbered = facts.conversationNumbered(reference ?? '');
      return numbered !== undefined && conversations.has(numbered);
    },
  };
}
