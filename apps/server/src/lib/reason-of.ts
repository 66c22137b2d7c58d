/** Why a connection failed: of several addresses that a name stands for, each has its own reason. */
export function reasonOf(error: unknown): string {
  const reasons = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
  return reasons.map(({ message }) => message).join('; ');
}
