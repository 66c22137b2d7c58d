export { useStatusOptions } from './status-options.ts';
export { statusQueries } from './statuses.api.ts';
export { useIsDone } from './use-is-done.ts';
