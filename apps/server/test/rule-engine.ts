import type { Cause, CauseTrace } from '@bellhop/contract';
import { runTasks } from '../src/features/automations/index.ts';
import type { ConversationRow } from '../src/features/conversations/index.ts';
import type { ApiClient } from './api-client.ts';
import { body, rule } from './automation-rules.ts';
import { followUp, type Letter, openConversation } from './conversations.ts';
import type { Harness } from './harness.ts';

/** A rule for whatever happens (`match_all`), with these actions. */
export const always = (actions: unknown[], over: object = {}, inBody: object = {}) =>
  rule({ rules: [body({ groups: [], match_all: true, actions, ...inBody })], ...over });
/** The same for updates. */
export const onEvent = (events: string[], actions: unknown[], over: object = {}) =>
  always(actions, { type: 'conversation_update', events, ...over });

/** What tests of the engine do with a desk that runs no jobs by itself. */
export function ruleEngine(desk: Harness) {
  const { work, system } = desk.app.deps;
  const received = (conversation_id: number, message_id: number, opened: boolean) =>
    work(system, (uow) =>
      uow.publish({
        kind: 'message.received',
        conversation_id,
        message_id: Number(message_id),
        is_auto_reply: false,
        opened,
      }),
    );
  return {
    /** A customer's first message, told as the mail pipeline tells it. */
    async arrive(letter: Letter = {}): Promise<ConversationRow> {
      const { conversation, message } = await openConversation(desk, letter);
      await received(conversation.id, message.id, true);
      return conversation;
    },
    /** Another message of the customer's. */
    async write(conversationId: number, letter: Letter = {}): Promise<void> {
      const message = await followUp(desk, conversationId, letter);
      await received(conversationId, message.id, false);
    },
    /** Runs whatever waits, as the job does, until nothing waits. */
    async run(on: Harness = desk): Promise<void> {
      for (;;) {
        const { rows } = await desk.pool.query('select distinct conversation_id as id from automation_tasks');
        if (rows.length === 0) return;
        for (const { id } of rows) await runTasks(on.app.deps, { conversation_id: id });
      }
    },
    async waiting(): Promise<number> {
      return (await desk.pool.query('select count(*)::int as n from automation_tasks')).rows[0].n;
    },
    async conversation(id: number): Promise<ConversationRow & { tags: string[] }> {
      const { rows } = await desk.pool.query(
        `select c.*, coalesce((select array_agg(t.name order by t.name) from conversation_tags ct join tags t on t.id = ct.tag_id
           where ct.conversation_id = c.id), '{}') as tags from conversations c where id = $1`,
        [id],
      );
      return rows[0];
    },
    async causes(
      conversationId: number,
    ): Promise<(Omit<Cause, 'trace'> & { rule_id: number | null; trace: CauseTrace })[]> {
      const { rows } = await desk.pool.query(
        "select * from causes where conversation_id = $1 and kind = 'automation' order by id",
        [conversationId],
      );
      return rows;
    },
    async messages(conversationId: number) {
      const { rows } = await desk.pool.query(
        'select id::int, type, private, status, content, text_content, meta, sender_id from messages where conversation_id = $1 order by id',
        [conversationId],
      );
      return rows as {
        id: number;
        type: string;
        private: boolean;
        status: string;
        content: string;
        text_content: string;
        meta: Record<string, unknown>;
        sender_id: number;
      }[];
    },
    async add(admin: ApiClient, given: object): Promise<number> {
      const made = await admin.call('automations.create', { body: given as never });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      const { rows } = await desk.pool.query('select max(id) as id from automation_rules');
      return rows[0].id;
    },
  };
}
