import type { BuilderFieldType } from '@bellhop/rules/filter-fields';
import type { Option } from '../../../ui/Combobox.tsx';

/** Something that can be filtered by; `key` is `model.field`. */
export interface FilterField {
  key: string;
  label: string;
  type: BuilderFieldType;
  /** What may be chosen, for select and tag. */
  options?: readonly Option[];
}

/**
 * The field of a row; one that is not among those offered, such as an attribute that was deleted since, is asked as a text
 * under its own key. Undefined where none is chosen.
 */
export function fieldOf(fields: readonly FilterField[], key: string): FilterField | undefined {
  return fields.find((field) => field.key === key) ?? (key ? { key, label: key, type: 'text' } : undefined);
}
