-- What happened is never rewritten: a row is deleted only where the transaction says that it applies the retention of the log.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the activity log is append-only';
end $$;
create trigger activity_logs_append_only before update on activity_logs for each row
  execute function refuse_rewriting();
create trigger activity_logs_keep before delete on activity_logs for each row
  when (current_setting('bellhop.retention', true) is distinct from 'on')
  execute function refuse_rewriting();
create index activity_logs_actor on activity_logs (actor_id, created_at desc, id desc);
create index activity_logs_type on activity_logs (activity_type, created_at desc, id desc);
