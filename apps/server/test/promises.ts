import type { SlaAlert } from '@bellhop/contract';
import type { UnitOfWork } from '../src/core/unit-of-work.ts';
import {
  type ConversationRow,
  findConversationForUpdate,
  insertMessage,
  recordDelivered,
  reopen,
  setStatus,
  setWaitingSince,
} from '../src/features/conversations/index.ts';
import { applyPolicy, sweepSla } from '../src/features/sla/index.ts';
import { loadActor } from '../src/features/users/index.ts';
import { openConversation } from './conversations.ts';
import type { Harness } from './harness.ts';

/** What a conversation was promised, and how it stands; times as RFC 3339 text. */
export interface Standing {
  status: string;
  first: { due: string | null; met: string | null; breached: string | null };
  resolution: { due: string | null; met: string | null; breached: string | null };
  next: { due: string; met: string | null; breached: string | null; status: string }[];
  /** The conversation's own column. */
  next_deadline: string | null;
}

interface PolicyValues {
  first_response_time?: string | null;
  next_response_time?: string | null;
  resolution_time?: string | null;
  notifications?: SlaAlert[];
  pause_on_waiting?: boolean;
  restart_on_reopen?: boolean;
  follow_team_hours?: boolean;
  starts_at?: 'created_at' | 'applied_at';
}

/** A desk whose clock is set, with deeds of customers and agents one instant each, as their verbs do them. */
export function promisesOn(desk: Harness) {
  const { deps } = desk.app;
  let made = 0;
  const doAs = (
    agentId: number | null,
    id: number,
    deed: (uow: UnitOfWork, row: ConversationRow) => Promise<unknown>,
  ) =>
    deps.work(deps.system, async (uow) => {
      if (agentId !== null) uow.actor = await loadActor(uow.db, agentId);
      await deed(uow, (await findConversationForUpdate(uow, id))!);
    });
  const text = (time: Date | null) => time?.toISOString() ?? null;
  return {
    /** Stops the desk's clock at an instant. */
    stopAt(time: string) {
      desk.clock.now = () => new Date(time);
    },
    /** Business hours that the desk counts by; null for none. */
    async hours(hours: { is_always_open?: boolean; hours?: object; holidays?: object[] } | null, zone = 'UTC') {
      let id = '';
      if (hours) {
        const { rows } = await desk.pool.query(
          'insert into business_hours (name, is_always_open, hours, holidays) values ($1, $2, $3, $4) returning id',
          [
            `Hours ${++made}`,
            hours.is_always_open ?? false,
            JSON.stringify(hours.hours ?? {}),
            JSON.stringify(hours.holidays ?? []),
          ],
        );
        id = String(rows[0].id);
      }
      await this.set('app.business_hours_id', id);
      await this.set('app.timezone', zone);
      return Number(id);
    },
    async set(key: string, value: unknown) {
      const { rows } = await desk.pool.query('select value from settings where key = $1', [key]);
      await desk.pool.query(
        'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
        [key, JSON.stringify(value)],
      );
      await desk.pool.query("select pg_notify('bellhop_settings', '')");
      const { loadSettings, renewSettings } = await import('../src/features/settings/index.ts');
      await renewSettings(deps.db);
      await loadSettings(deps.db);
      return rows[0]?.value;
    },
    async policy(values: PolicyValues): Promise<number> {
      const { rows } = await desk.pool.query(
        `insert into sla_policies (name, first_response_time, next_response_time, resolution_time, notifications,
           pause_on_waiting, restart_on_reopen, follow_team_hours, starts_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          `Policy ${++made}`,
          values.first_response_time ?? null,
          values.next_response_time ?? null,
          values.resolution_time ?? null,
          JSON.stringify(values.notifications ?? []),
          values.pause_on_waiting ?? false,
          values.restart_on_reopen ?? false,
          values.follow_team_hours ?? false,
          values.starts_at ?? 'created_at',
        ],
      );
      return rows[0].id;
    },
    /** A conversation begun by a customer at the clock's time. */
    async opened(): Promise<ConversationRow> {
      const { conversation } = await openConversation(desk);
      // Its own defaults are by the database's clock.
      await desk.pool.query('update conversations set created_at = $2, waiting_since = $2 where id = $1', [
        conversation.id,
        desk.clock.now(),
      ]);
      return conversation;
    },
    apply: (id: number, policy: number) => doAs(null, id, (uow, row) => applyPolicy(uow, row, policy)),
    /** A customer's further message. */
    write: (id: number, { machine = false } = {}) =>
      doAs(null, id, async (uow, row) => {
        const message = await insertMessage(uow, row, {
          type: 'incoming',
          status: 'received',
          private: false,
          sender_id: row.contact_id,
          sender_type: 'contact',
          content_type: 'text',
          content: 'Hello?',
          text_content: 'Hello?',
          meta: {},
        });
        if (!machine) await setWaitingSince(uow, (await reopen(uow, row)).conversation);
        await uow.publish({
          kind: 'message.received',
          conversation_id: id,
          message_id: message.id,
          is_auto_reply: machine,
          opened: false,
        });
      }),
    /** An agent's reply that has left; without an agent it is System's. */
    reply: (id: number, agentId: number | null) =>
      doAs(agentId, id, async (uow, row) => {
        const message = await insertMessage(uow, row, {
          type: 'outgoing',
          status: 'sent',
          private: false,
          sender_id: uow.actor.id,
          sender_type: 'agent',
          content_type: 'text',
          content: 'Yes',
          text_content: 'Yes',
          meta: {},
        });
        await recordDelivered(uow, row, message, deps.system.id);
        await uow.publish({ kind: 'message.delivered', conversation_id: id, message_id: message.id });
      }),
    status: (id: number, status: string, snoozed_until?: string) =>
      doAs(null, id, (uow, row) => setStatus(uow, row, { status, snoozed_until }, { without_assignee: true })),
    act: doAs,
    sweep: () => sweepSla(deps),
    async standing(id: number): Promise<Standing> {
      const { rows } = await desk.pool.query(
        `select a.*, c.next_sla_deadline_at from conversations c join applied_slas a on a.id = c.applied_sla_id
         where c.id = $1`,
        [id],
      );
      const [row] = rows;
      const events = await desk.pool.query('select * from sla_events where applied_sla_id = $1 order by id', [row.id]);
      const of = (metric: string) => ({
        due: text(row[`${metric}_deadline_at`]),
        met: text(row[`${metric}_met_at`]),
        breached: text(row[`${metric}_breached_at`]),
      });
      return {
        status: row.status,
        first: of('first_response'),
        resolution: of('resolution'),
        next: events.rows.map((event) => ({
          due: text(event.deadline_at)!,
          met: text(event.met_at),
          breached: text(event.breached_at),
          status: event.status,
        })),
        next_deadline: text(row.next_sla_deadline_at),
      };
    },
    /** What was told so far about a conversation, in order. */
    async told(id: number) {
      const events = (await desk.events()).filter(
        ({ kind, conversation_id }) => kind === 'sla.alerted' && conversation_id === id,
      );
      return events.map(({ payload }) => payload as { alert: string; metric: string; user_ids: number[] });
    },
  };
}
