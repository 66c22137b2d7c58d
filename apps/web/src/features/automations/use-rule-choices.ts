import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { type ActionChoices, useActionChoices } from '../macros/actions/index.ts';

/** What the words of a rule may be exchanged for. */
export interface RuleChoices extends ActionChoices {
  inboxes: readonly Option[];
  statuses: readonly Option[];
}

/** Options for conditions and actions, with the names of `world`. */
export function useRuleChoices(world: RuleWorld): RuleChoices {
  const sla = useMemo(() => optionsOf(world.rows.sla), [world]);
  const actions = useActionChoices(sla);
  return useMemo(
    () => ({ ...actions, inboxes: optionsOf(world.rows.inbox), statuses: optionsOf(world.rows.status) }),
    [actions, world],
  );
}

function optionsOf(names: ReadonlyMap<string, string>): readonly Option[] {
  return [...names].map(([value, label]) => ({ value, label }));
}
