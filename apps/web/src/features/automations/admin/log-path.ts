/** The page of what a rule did. */
export function logPath(id: number, onlyFailed = false): string {
  return `/admin/automations/${id}/log${onlyFailed ? '?failed=true' : ''}`;
}
