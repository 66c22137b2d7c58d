-- The sweep of the storage asks of each old blob whether a row refers to it.
create index media_storage_key on media using hash (storage_key);
create index raw_mails_storage_key on raw_mails using hash (storage_key);

-- The source was deleted because the desk keeps it for a limited time; the row stays as the log of what became of the mail.
alter table raw_mails add column source_deleted_at timestamptz;
create index raw_mails_source_age on raw_mails (processed_at)
  where source_deleted_at is null and state in ('processed', 'skipped');

-- Names this database in its storage: a sweep with another database's rows would find nothing but orphans there.
insert into settings (key, value) values ('storage.owner', to_jsonb(gen_random_uuid()::text));
