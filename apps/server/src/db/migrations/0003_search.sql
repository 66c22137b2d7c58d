-- Search. Messages are found by words, which the product cuts itself (docs/decisions), so that a hit is the same thing on every
-- server, whatever its locale; what is short (names, addresses, subjects, numbers, file names) by any part of it, by trigrams.

-- How short texts are compared: without case, accents and compatibility forms, on one line.
create function search_fold(text) returns text language sql stable strict parallel safe as
$$ select lower(unaccent(normalize(translate($1, E'\r\n\t', '   '), NFKC))) $$;

-- The pattern of texts that contain this one; % and _ mean themselves.
create function search_pattern(text) returns text language sql stable strict parallel safe as
$$ select '%' || regexp_replace(search_fold($1), '([\\%_])', '\\\1', 'g') || '%' $$;

---------------------------------------------------------------- messages

-- Beside messages, not in it: the status of a message changes several times, its words never, and a scan of this table reads
-- nothing else. Activity has no row. `words` holds, beside the words, lexemes with a colon: by:<sender id>, to:<address and its
-- parts>, cc:<...>, and a:<time / 2^16 s>, b:<time / 2^20 s>, by which the index of words reads newest first.
create table message_search (
  message_id bigint primary key references messages on delete cascade,
  conversation_id integer not null,
  created_at timestamptz not null,
  words tsvector not null
);
create index message_search_created on message_search (created_at, message_id);
create index message_search_conversation on message_search (conversation_id, created_at, message_id);
-- New words wait in a list that every search reads to its end: kept short, it still takes most of the cost out of a mail.
create index message_search_words on message_search using gin (words) with (fastupdate = on, gin_pending_list_limit = 512);

-- The words of a message, written by the product, with the two lexemes of its time.
create function search_words(words text, created_at timestamptz) returns tsvector language sql stable strict parallel safe as
$$ select words::tsvector || array_to_tsvector(array[
  'a:' || floor(extract(epoch from created_at) / 65536), 'b:' || floor(extract(epoch from created_at) / 1048576)]) $$;

-- Messages with a smaller id than `below` have no words yet; a job writes them, newest first.
create table search_backlog (below bigint not null);
insert into search_backlog select max(id) + 1 from messages having max(id) is not null;

---------------------------------------------------------------- people

create table people_search (
  user_id integer primary key references users on delete cascade,
  folded text not null
);
create index people_search_folded on people_search using gin (folded gin_trgm_ops);

create function person_search_text(first_name text, last_name text, email text) returns text language sql stable as
$$ select search_fold(trim(first_name || ' ' || last_name)) || coalesce(E'\n' || search_fold(email), '') $$;

---------------------------------------------------------------- conversations

-- Lines: subject, reference number, contact's name, contact's address, names of attached files.
create table conversation_search (
  conversation_id integer primary key references conversations on delete cascade,
  folded text not null
);
create index conversation_search_folded on conversation_search using gin (folded gin_trgm_ops);
create index media_conversation on media (conversation_id) where conversation_id is not null and disposition = 'attachment';

-- File names beyond the newest 200 of a conversation are left out.
create function conversation_search_text(conversations) returns text language sql stable as $$
  select search_fold($1.subject) || E'\n' || search_fold($1.reference_number)
    || coalesce((select E'\n' || person_search_text(first_name, last_name, email) from users where id = $1.contact_id), '')
    || coalesce((select string_agg(E'\n' || search_fold(filename), '' order by id) from (
      select id, filename from media
      where conversation_id = $1.id and disposition = 'attachment' order by id desc limit 200) as files), '') $$;

create function refresh_conversation_search() returns trigger language plpgsql as $$
begin
  insert into conversation_search (conversation_id, folded) values (new.id, conversation_search_text(new))
  on conflict (conversation_id) do update set folded = excluded.folded;
  return null;
end $$;
create trigger conversations_search_insert after insert on conversations
  for each row execute function refresh_conversation_search();
create trigger conversations_search_update after update of subject, reference_number, contact_id on conversations
  for each row when (old.subject is distinct from new.subject or old.reference_number is distinct from new.reference_number
    or old.contact_id is distinct from new.contact_id)
  execute function refresh_conversation_search();

create function refresh_people_search() returns trigger language plpgsql as $$
begin
  insert into people_search (user_id, folded) values (new.id, person_search_text(new.first_name, new.last_name, new.email))
  on conflict (user_id) do update set folded = excluded.folded;
  if tg_op = 'UPDATE' and new.type = 'contact' then
    update conversation_search set folded = conversation_search_text(conversations)
    from conversations where conversations.id = conversation_id and contact_id = new.id;
  end if;
  return null;
end $$;
create trigger users_search_insert after insert on users for each row execute function refresh_people_search();
create trigger users_search_update after update of first_name, last_name, email on users
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name
    or old.email is distinct from new.email)
  execute function refresh_people_search();

create function refresh_file_search() returns trigger language plpgsql as $$
begin
  update conversation_search set folded = conversation_search_text(conversations)
  from conversations where conversations.id = conversation_search.conversation_id
    and conversations.id = any(array[case when tg_op <> 'INSERT' then old.conversation_id end,
      case when tg_op <> 'DELETE' then new.conversation_id end]);
  return null;
end $$;
create trigger media_search_insert after insert on media
  for each row when (new.conversation_id is not null and new.disposition = 'attachment') execute function refresh_file_search();
create trigger media_search_update after update of conversation_id, filename, disposition on media
  for each row when (old.conversation_id is distinct from new.conversation_id or old.filename is distinct from new.filename
    or old.disposition is distinct from new.disposition)
  execute function refresh_file_search();
create trigger media_search_delete after delete on media
  for each row when (old.conversation_id is not null and old.disposition = 'attachment') execute function refresh_file_search();

insert into people_search select id, person_search_text(first_name, last_name, email) from users;
insert into conversation_search select id, conversation_search_text(conversations) from conversations;
