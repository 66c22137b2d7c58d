-- How a team of the type Round robin chooses among its agents: in turn, or whoever has the fewest open conversations.
alter table teams add column assignment_strategy text not null default 'rotation'
  check (assignment_strategy in ('rotation', 'fewest_open'));

-- Whose turn it was: who was chosen longest ago, or never, is next.
create table team_rotations (
  team_id integer not null references teams on delete cascade,
  user_id integer not null references users on delete cascade,
  turn bigint not null,
  primary key (team_id, user_id)
);
