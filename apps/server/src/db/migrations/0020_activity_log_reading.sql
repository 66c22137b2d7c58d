create index activity_logs_ip on activity_logs (ip, created_at desc, id desc);
-- The log says who it was after the agent is gone: the row of the agent has no hand in it.
alter table activity_logs drop constraint activity_logs_actor_id_fkey;
create trigger activity_logs_keep_all before truncate on activity_logs for each statement
  execute function refuse_rewriting();
