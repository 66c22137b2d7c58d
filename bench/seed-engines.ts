import pg from 'pg';

/**
 * Gives what the engines write while a desk works its rows, for each conversation one: log, records of why, notifications, promises, alerts,
 * surveys, outgoing and incoming mail, drafts. All of it is over and done with, as nearly all of it is on a desk that runs.
 */
export async function seedEngines(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      insert into events (seq, kind, conversation_id, actor_id, payload, frame, audience)
        select nextval('event_seq'), case when n = 2 then 'frame' else 'conversation.status_changed' end, id, 1, '{}',
          case when n = 2 then '{"type": "conversation_update", "data": {}}'::jsonb end,
          case when n = 2 then jsonb_build_object('to', 'conversation', 'conversation_id', id) end
        from conversations, generate_series(1, 2) n;
      insert into causes (created_at, kind, conversation_id) select created_at, 'snooze', id from conversations;
      insert into notifications (created_at, agent_id, kind, conversation_id, actor_id, read_at)
        select greatest(updated_at, now() - interval '20 days'), assigned_user_id, 'assignment', id, 1, now()
        from conversations where assigned_user_id is not null;
      insert into notification_deliveries (notification_id, agent_id, channel, due_at, sent_at)
        select id, agent_id, 'mail', created_at, created_at from notifications;
      insert into sla_policies (name, resolution_time) values ('Seeded', '72h');
      insert into applied_slas (created_at, updated_at, conversation_id, sla_policy_id, status, terms, starts_at, time_zone, resolution_deadline_at, resolution_met_at)
        select c.created_at, c.updated_at, c.id, p.id, 'met', '{"notifications": []}', c.created_at, 'UTC', c.updated_at, c.updated_at
        from conversations c, sla_policies p where p.name = 'Seeded';
      insert into sla_events (applied_sla_id, conversation_id, status, started_at, deadline_at, met_at, ended_at)
        select id, conversation_id, 'met', starts_at, starts_at, starts_at, starts_at from applied_slas;
      insert into sla_alerts (applied_sla_id, conversation_id, type, metric, recipients, deadline_at, due_at, sent_at, outcome)
        select id, conversation_id, 'warning', 'resolution', '{assigned_user}', starts_at, starts_at, starts_at, 'sent' from applied_slas;
      insert into csat_responses (conversation_id, created_at, updated_at, state, due_at, on_resolve, sent_at, inbox_id)
        select id, updated_at, updated_at, 'sent', updated_at, true, updated_at, inbox_id from conversations;
      insert into outgoing_mails (message_id, conversation_id, inbox_id, state, due_at, created_at, finished_at)
        select id, conversation_id, inbox_id, 'sent', created_at, created_at, created_at from messages where type = 'outgoing' and not private;
      insert into raw_mails (inbox_id, received_at, source, storage_key, size, sha256, state, message_id, processed_at)
        select inbox_id, created_at, 'smtp', 'seeded/' || id, 1, '', 'processed', source_id, created_at from messages where type = 'incoming';
      insert into drafts (agent_id, conversation_id, kind, version, content, updated_at)
        select assigned_user_id, id, 'reply', 1, '{}', updated_at from conversations where assigned_user_id is not null;
      insert into conversation_seen (conversation_id, user_id, seen_at)
        select id, assigned_user_id, updated_at from conversations where assigned_user_id is not null`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
