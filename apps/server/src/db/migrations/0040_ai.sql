-- The provider of AI, and what may be asked of it. One row; nothing leaves the desk before an administrator has switched it on.
create table ai_settings (
  id integer primary key default 1 check (id = 1),
  updated_at timestamptz not null default now(),
  enabled boolean not null default false,
  base_url text not null default 'https://api.openai.com/v1',
  model text not null default 'gpt-4o-mini',
  -- Sealed; '' for none.
  api_key text not null default '',
  -- Whoever entered the address may let requests into private networks.
  allow_private boolean not null default false,
  masks_personal_data boolean not null default true,
  notes_in_suggestions boolean not null default false,
  budget_unit text not null default 'requests' check (budget_unit in ('requests', 'tokens')),
  agent_budget integer default 500 check (agent_budget > 0),
  desk_budget integer check (desk_budget > 0),
  requests_per_minute integer not null default 20 check (requests_per_minute > 0)
);
insert into ai_settings default values;

-- What each agent asked on each day of the desk's time zone. A request is counted before it leaves, with the tokens that it may take at most;
-- what it took stands there once it is over.
create table ai_usage (
  day date not null,
  agent_id integer not null references users on delete cascade,
  requests integer not null default 0,
  failed integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  reserved_tokens bigint not null default 0,
  last_at timestamptz not null,
  -- The minute that is under way, and what was asked in it.
  minute timestamptz not null,
  minute_requests integer not null default 0,
  primary key (day, agent_id)
);
create index ai_usage_agent on ai_usage (agent_id);
