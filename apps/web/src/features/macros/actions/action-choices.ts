import type { RuleReference } from '@bellhop/contract/automations/vocabulary';
import type { Option } from '../../../ui/Combobox.tsx';

/** What actions can be made of. */
export interface ActionChoices {
  rows: Readonly<Record<Exclude<RuleReference, 'inbox'>, readonly Option[]>>;
  tags: readonly Option[];
}
