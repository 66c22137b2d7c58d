-- The secret of a link by which an agent sets a password (wire A 6.8): one per agent, as a hash, good for a day.
create table password_tokens (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
