export { sharedSearch } from './range/report-params.ts';
