-- Reports of two filters of which none is an agent or a contact had only facts to count: seconds for a year of a large desk.
-- Sums of facts by pairs of inbox, team, priority and tag (features/reports/facts.ts): `grain` 1 day, 2 month, 0 for no id. The job
-- `reports.follow` makes them, newest month first.
create table report_pairs (
  total bigint not null,
  at timestamp not null,
  one_id integer not null,
  other_id integer not null,
  count integer not null,
  grain smallint not null,
  pair smallint not null,
  metric smallint not null,
  part smallint not null,
  primary key (pair, grain, one_id, other_id, at, metric, part)
);
-- Months of the zone from here on have their pairs, too.
alter table report_state add column paired_from timestamp not null default 'infinity';

-- Tags stand in the indexes from now on, so that the table is not read for them; more than these would not fit.
update report_facts set tag_ids = tag_ids[1:500] where cardinality(tag_ids) > 500;
-- As with 0047, reports can be read meanwhile; the job that writes facts waits.
create index report_facts_when_tagged on report_facts (metric, at)
  include (inbox_id, team_id, agent_id, priority_id, contact_id, tag_ids, value, open_value);
create index report_facts_agent_tagged on report_facts (agent_id, metric, at)
  include (inbox_id, team_id, priority_id, tag_ids, value, open_value);
-- Last, because it locks readers out.
drop index report_facts_when, report_facts_agent;
alter index report_facts_when_tagged rename to report_facts_when;
alter index report_facts_agent_tagged rename to report_facts_agent;
