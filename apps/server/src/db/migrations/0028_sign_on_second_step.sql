-- A sign-on at a provider whose second step is asked for here: what its session needs in the end waits with it. Without its provider it
-- leads to nothing.
alter table factor_challenges
  add column provider_id integer references oidc_providers on delete cascade,
  -- Sealed; null where the provider's own session is to go on.
  add column logout_address text;
create index factor_challenges_provider on factor_challenges (provider_id);

-- A session that may do more than before gets another id.
alter table oidc_sessions
  drop constraint oidc_sessions_session_id_fkey,
  add constraint oidc_sessions_session_id_fkey
    foreign key (session_id) references sessions on delete cascade on update cascade;
