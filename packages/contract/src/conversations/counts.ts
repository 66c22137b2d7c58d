import * as z from 'zod';

/** Status name to the number of conversations; every status is there, with 0 too. */
export const StatusCounts = z.record(z.string(), z.number());
export type StatusCounts = z.output<typeof StatusCounts>;

/** Sizes of the lists of the sidebar; a list that the caller may not open is absent, and so are teams of others. */
export const ConversationCounts = z.object({
  assigned: StatusCounts.optional(),
  unassigned: StatusCounts.optional(),
  all: StatusCounts.optional(),
  /** Team id to the counts of what no agent holds; only the caller's teams. */
  teams: z.record(z.string(), StatusCounts),
});
export type ConversationCounts = z.output<typeof ConversationCounts>;
