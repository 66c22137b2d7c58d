export { FilterBuilder } from './FilterBuilder.tsx';
export type { FilterField } from './filter-field.ts';
export {
  type DraftRow,
  draftRows,
  emptyRow,
  type FilterProblem,
  filterRows,
  problemOf,
  withoutEmpty,
} from './filter-rows.ts';
