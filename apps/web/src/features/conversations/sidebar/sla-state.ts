/** How one SLA metric stands (specification 4). `ms` is the time left, or over. */
export type SlaState = { name: 'remaining' | 'overdue'; ms: number } | { name: 'hit' };

const minuteMs = 60_000;

/**
 * Remaining: the deadline has not passed and nothing happened yet. Hit: it happened in time. Overdue: it happened too
 * late, or not at all and the deadline has passed. Undefined without a deadline.
 */
export function slaState(deadlineAt: string | null, metAt: string | null, now: number): SlaState | undefined {
  if (deadlineAt === null) return undefined;
  const deadline = Date.parse(deadlineAt);
  if (metAt !== null) {
    const met = Date.parse(metAt);
    return met <= deadline ? { name: 'hit' } : { name: 'overdue', ms: met - deadline };
  }
  return deadline > now ? { name: 'remaining', ms: deadline - now } : { name: 'overdue', ms: now - deadline };
}

/** Length and unit of an SLA text (specification 9): minutes under 60 minutes, hours under 2880 minutes, days beyond. */
export function slaLength(ms: number): { n: number; unit: 'minutes' | 'hours' | 'days' } {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 60) return { n: minutes, unit: 'minutes' };
  if (minutes < 2880) return { n: Math.floor(minutes / 60), unit: 'hours' };
  return { n: Math.floor(minutes / 1440), unit: 'days' };
}
