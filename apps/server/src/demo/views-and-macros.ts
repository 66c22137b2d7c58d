import type { FilterRow, MacroInput } from '@bellhop/contract';

/** Names of the vocabulary to their ids in this database. */
export interface DemoIds {
  status: (name: string) => string;
  priority: (name: string) => string;
  team: (name: string) => string;
  admin: string;
}

const where = (field: string, operator: string, value = '', model = 'conversations'): FilterRow => ({
  model,
  field,
  operator,
  value,
});

/** The saved views of the administrator, as whom the sample desk is looked at. */
export function demoViews(ids: DemoIds): { name: string; filters: FilterRow[] }[] {
  const isOpen = where('status_id', 'equals', ids.status('Open'));
  return [
    {
      name: "Urgent and nobody's",
      filters: [isOpen, where('priority_id', 'equals', ids.priority('High')), where('assigned_user_id', 'not set')],
    },
    {
      name: 'My customers are waiting',
      filters: [isOpen, where('assigned_user_id', 'equals', ids.admin), where('waiting_since', 'set')],
    },
    { name: 'Very important people', filters: [where('tags', 'equals', 'vip')] },
    { name: 'Returns', filters: [isOpen, where('tags', 'equals', 'returns')] },
    { name: 'Invoices', filters: [where('subject', 'contains', 'invoice'), isOpen] },
  ];
}

const replying: MacroInput['visible_when'] = ['replying'];
const anywhere: MacroInput['visible_when'] = ['replying', 'starting_conversation', 'adding_private_note'];
type DemoMacro = Pick<MacroInput, 'name' | 'message_content' | 'actions'> & Partial<MacroInput>;

/** Macros of a shop for lamps and small furniture, of every visibility. */
export function demoMacros(ids: DemoIds): MacroInput[] {
  const macros: DemoMacro[] = [
    {
      name: 'Refund: on its way',
      message_content:
        '<p>Hello {{ .Contact.FirstName | default "there" }},</p><p>we have sent the money back today. Depending on your bank it is on your account within three to five working days.</p>',
      actions: [
        { type: 'add_tags', value: ['refund'] },
        { type: 'set_status', value: [ids.status('Resolved')] },
      ],
    },
    {
      name: 'Broken on arrival: spare part',
      message_content:
        '<p>Dear {{ .Contact.FirstName | default "customer" }},</p><p>I am sorry about that. A new part leaves our warehouse tomorrow, at no cost. There is no need to send the broken one back.</p>',
      actions: [
        { type: 'add_tags', value: ['damaged'] },
        { type: 'set_priority', value: [ids.priority('Medium')] },
      ],
    },
    {
      name: 'Which order is it?',
      message_content:
        '<p>Hello {{ .Contact.FirstName | default "there" }},</p><p>could you tell us the number of your order? It is in the subject of our confirmation and begins with 48.</p>',
      actions: [],
    },
    {
      name: 'Parcel: we ask the carrier',
      message_content:
        '<p>Hello {{ .Contact.FirstName | default "there" }},</p><p>we have asked the carrier where your parcel is and write again as soon as we know, at the latest tomorrow at noon.</p>',
      actions: [{ type: 'add_tags', value: ['shipping'] }],
    },
    {
      name: 'Hand over to Billing',
      message_content: '',
      visible_when: anywhere,
      actions: [
        { type: 'assign_team', value: [ids.team('Billing')] },
        { type: 'add_tags', value: ['invoice'] },
      ],
    },
    {
      name: 'Hand over to Technical, urgent',
      message_content: '<p>Steps to see it, version and device:</p><ul><li></li></ul>',
      visible_when: ['adding_private_note'],
      actions: [
        { type: 'assign_team', value: [ids.team('Technical')] },
        { type: 'set_priority', value: [ids.priority('High')] },
      ],
    },
    {
      name: 'You are welcome',
      message_content: '<p>You are very welcome, {{ .Contact.FirstName | default "and thank you" }}!</p>',
      actions: [{ type: 'set_status', value: [ids.status('Resolved')] }],
    },
    {
      name: 'Wholesale: first letter',
      message_content:
        '<p>Dear {{ .Contact.FullName | default "Sir or Madam" }},</p><p>thank you for your interest. From ten pieces on you get our prices for dealers; may I ask for your VAT number and the address of your business?</p>',
      visible_when: ['replying', 'starting_conversation'],
      visibility: 'team',
      team_id: Number(ids.team('Partners')),
      actions: [{ type: 'add_tags', value: ['wholesale'] }],
    },
    {
      name: 'To me, and answered today',
      message_content: '<p>I am looking into it and write again before the evening.</p>',
      visibility: 'user',
      user_id: Number(ids.admin),
      actions: [{ type: 'assign_user', value: [ids.admin] }],
    },
  ];
  return macros.map((macro) => ({ visibility: 'all', visible_when: replying, ...macro }));
}
