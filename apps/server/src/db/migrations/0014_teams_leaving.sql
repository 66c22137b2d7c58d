-- Deleting a team takes it from all its conversations. That may be more than one transaction should hold: then the team is gone for
-- everybody at once, and its row follows when the last conversation has been freed.
alter table teams add column deleted_at timestamptz;
alter table teams drop constraint teams_name_key;
create unique index teams_name_key on teams (name) where deleted_at is null;

-- The other indexes on a team hold conversations without an agent only.
create index conversations_team on conversations (assigned_team_id, id) where assigned_team_id is not null;
