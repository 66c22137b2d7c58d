-- A reply to a conversation that was closed long ago opens a new one, if the desk wants it so; this is what it goes on from.
alter table conversations add column continues_id integer references conversations on delete set null;
create index conversations_continues on conversations (continues_id) where continues_id is not null;
