-- Asking for a link to set a password and using one are limited as signing in is (wire A 7).
alter table login_attempts
  add column kind text not null default 'login' check (kind in ('login', 'password_reset', 'password_set'));

-- What people see of their sessions: a number that opens nothing, and when it was last used, to the minute.
alter table sessions
  add column public_id uuid not null default gen_random_uuid() unique,
  add column last_seen_at timestamptz;
update sessions set last_seen_at = created_at;
alter table sessions alter column last_seen_at set not null, alter column last_seen_at set default now();
