import type { AutomationInput } from '@bellhop/contract';
import type { DemoIds } from './views-and-macros.ts';

type Condition = AutomationInput['rules'][number]['groups'][number]['rules'][number];

const when = (field: string, operator: string, value = ''): Condition => ({
  field,
  field_type: 'conversation',
  operator,
  value,
  case_sensitive_match: false,
});
const one = (
  conditions: Condition[],
  actions: { type: string; value: string[] }[],
  logical_op: 'OR' | 'AND' = 'OR',
): AutomationInput['rules'] => [
  {
    groups: [
      { logical_op, rules: conditions },
      { logical_op: 'OR', rules: [] },
    ],
    group_operator: 'AND',
    actions,
  },
];

/** Rules of a shop for lamps and small furniture, of every type. */
export function demoRules(ids: DemoIds): AutomationInput[] {
  return [
    {
      name: 'Refunds go to Billing',
      description: 'Money back is for Billing, and soon',
      type: 'new_conversation',
      rules: one(
        [when('subject', 'contains', 'refund,money back'), when('content', 'contains', 'charged twice')],
        [
          { type: 'assign_team', value: [ids.team('Billing')] },
          { type: 'set_priority', value: [ids.priority('High')] },
          { type: 'add_tags', value: ['refund'] },
        ],
      ),
    },
    {
      name: 'Broken lamps to Technical',
      description: 'What arrives broken is looked at by those who can mend it',
      type: 'new_conversation',
      rules: one(
        [when('subject', 'contains', 'broken,damaged,flickers')],
        [{ type: 'assign_team', value: [ids.team('Technical')] }],
      ),
    },
    {
      name: 'A customer comes back',
      description: 'Who writes again to something urgent is not overlooked',
      type: 'conversation_update',
      events: ['conversation.message.incoming'],
      rules: one(
        [when('priority', 'equals', ids.priority('High'))],
        [{ type: 'send_private_note', value: ['<p>The customer wrote again. Please answer today.</p>'] }],
      ),
    },
    {
      name: 'Nobody has answered for four days',
      description: 'Open work that was left lying becomes urgent',
      type: 'time_trigger',
      rules: one(
        [when('status', 'equals', ids.status('Open')), when('hours_since_last_reply', 'greater than', '96')],
        [{ type: 'set_priority', value: [ids.priority('High')] }],
        'AND',
      ),
    },
  ];
}
