-- The sender's own name for a reply or note: sending it again after a lost answer finds what is stored instead of storing it twice.
alter table messages add column send_id uuid;
create unique index messages_send_key on messages (conversation_id, sender_id, send_id) where send_id is not null;
