import { createHarness, type Harness } from './harness.ts';

/** A desk with a team, an agent, an inbox, two tags and attributes of four kinds, and their ids. */
export async function createRuleDesk(
  options?: Parameters<typeof createHarness>[0],
): Promise<{ desk: Harness; team: string; agent: string; inbox: string }> {
  const desk = await createHarness(options);
  const team = await desk.addTeam('Orders');
  const agent = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', team_ids: [team] });
  await desk.pool.query("insert into tags (name) values ('VIP'), ('refund')");
  await desk.pool.query(`insert into custom_attributes (applies_to, name, key, data_type, values) values
    ('contact', 'Plan', 'plan', 'list', '{free,paid}'), ('contact', 'Paid', 'paid', 'checkbox', '{}'),
    ('contact', 'Since', 'since', 'date', '{}'), ('conversation', 'Amount', 'amount', 'number', '{}')`);
  const { rows } = await desk.pool.query(
    `insert into inboxes (name, channel, "from", address, config)
     values ('Rules', 'email', 'Rules <rules@desk.test>', 'rules@desk.test', '{"imap":[],"smtp":[]}') returning id`,
  );
  return { desk, team: String(team), agent: String(agent), inbox: String(rows[0].id) };
}

/** A legal condition. */
export const condition = (over: object = {}) => ({
  field: 'subject',
  field_type: 'conversation',
  operator: 'contains',
  value: 'refund,money back',
  case_sensitive_match: false,
  ...over,
});
/** The one element of `rules`, legal. */
export const body = (over: object = {}) => ({
  groups: [
    { logical_op: 'OR', rules: [condition()] },
    { logical_op: 'OR', rules: [] },
  ],
  actions: [{ type: 'add_tags', value: ['VIP'] }],
  group_operator: 'OR',
  ...over,
});
/** What creates a legal rule. */
export const rule = (over: object = {}) => ({
  name: 'Refunds',
  description: 'Orders gets them',
  type: 'new_conversation',
  events: [],
  rules: [body()],
  ...over,
});
/** A rule whose second condition is this one. */
export const withCondition = (over: object, type = 'new_conversation') =>
  rule({
    type,
    events: type === 'conversation_update' ? ['conversation.status.change'] : [],
    rules: [
      body({
        groups: [{ logical_op: 'AND', rules: [condition(), condition({ field: 'status', operator: 'set', ...over })] }],
      }),
    ],
  });
/** A rule with these actions alone. */
export const withAction = (...actions: unknown[]) => rule({ rules: [body({ actions })] });
