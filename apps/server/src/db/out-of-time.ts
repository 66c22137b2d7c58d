/** Whether PostgreSQL ended a statement because of its time limit. */
export function isOutOfTime(error: unknown): boolean {
  return (error as { code?: string }).code === '57014';
}
