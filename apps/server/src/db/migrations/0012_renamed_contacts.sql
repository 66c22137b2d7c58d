-- A contact's new name or address reaches its newest 200 conversations at once; a job takes it to the others, newest first, so that
-- one rename of a contact with very many conversations neither takes long nor locks them all.

-- Contacts whose conversations with a smaller id than `below` are still found by the former name.
create table contact_search_backlog (
  contact_id integer primary key references users on delete cascade,
  below integer not null
);

create or replace function refresh_people_search() returns trigger language plpgsql as $$
begin
  insert into people_search (user_id, folded) values (new.id, person_search_text(new.first_name, new.last_name, new.email))
  on conflict (user_id) do update set folded = excluded.folded;
  if tg_op = 'UPDATE' and new.type = 'contact' then
    -- Before the conversations' rows are written, so that this waits for the job rather than the job's older name for this.
    if exists (select 1 from conversations where contact_id = new.id offset 200) then
      insert into contact_search_backlog (contact_id, below) values (new.id, 2147483647)
      on conflict (contact_id) do update set below = excluded.below;
    else
      delete from contact_search_backlog where contact_id = new.id;
    end if;
    update conversation_search set folded = conversation_search_text(conversations)
    from conversations where conversations.id = conversation_search.conversation_id and conversations.id = any(array(
      select id from conversations where contact_id = new.id order by created_at desc, id desc limit 200));
  end if;
  return null;
end $$;
