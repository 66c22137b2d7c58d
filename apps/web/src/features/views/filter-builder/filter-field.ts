import type { Option } from '../../../ui/Combobox.tsx';
import type { FilterFieldType } from './filter-rows.ts';

/** Something that can be filtered by; `key` is `model.field`. */
export interface FilterField {
  key: string;
  label: string;
  type: FilterFieldType;
  /** What may be chosen, for select and tag. */
  options?: readonly Option[];
}
