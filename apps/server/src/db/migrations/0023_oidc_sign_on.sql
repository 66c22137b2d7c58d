-- Signing in with a provider (wire A 13.7, 13.8).

-- Agents that come for the first time may be created, from these domains and with these roles. `ends_session`: signing out here
-- signs out at the provider too.
alter table oidc_providers
  add column creates_agents boolean not null default false,
  add column agent_domains text[] not null default '{}',
  add column ends_session boolean not null default false;

create table oidc_provider_roles (
  provider_id integer not null references oidc_providers on delete cascade,
  role_id integer not null references roles on delete cascade,
  primary key (provider_id, role_id)
);
create index oidc_provider_roles_role on oidc_provider_roles (role_id);

-- Sign-ons that wait for their callback: named by their state, bound to the browser whose cookie is `browser_hash` and to the provider
-- as it was (`provider_updated_at`). A callback deletes the row.
create table oidc_sign_ons (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id integer not null references oidc_providers on delete cascade,
  provider_updated_at timestamptz not null,
  verifier text not null,
  nonce text not null,
  next text not null,
  created_at timestamptz not null
);
create index oidc_sign_ons_created on oidc_sign_ons (created_at);

-- Who is who at a provider: its subject stays when an address changes. The issuer belongs to the name: a provider may be pointed
-- elsewhere.
create table oidc_identities (
  provider_id integer not null references oidc_providers on delete cascade,
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider_id, issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id);

-- Sessions whose end is to be told to the provider: the sealed address to go to, which holds the token that names them there.
create table oidc_sessions (
  session_id bytea primary key references sessions on delete cascade,
  provider_id integer not null references oidc_providers on delete cascade,
  logout_address text not null
);
create index oidc_sessions_provider on oidc_sessions (provider_id);
