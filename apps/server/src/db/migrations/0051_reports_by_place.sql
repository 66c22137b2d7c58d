-- Reports of three filters, of an agent or a contact with others, and by agent or contact of a part of the desk read the table for each fact,
-- or all facts of the time. As with 0049, reports can be read meanwhile; the job that writes facts waits.
-- Whoever writes facts holds the state first, and would hold it against its new column below while waiting for the table of these indexes.
lock table report_state in exclusive mode;

create index report_facts_contact_with on report_facts (contact_id, metric, at)
  include (inbox_id, team_id, agent_id, priority_id, tag_ids, value, open_value);
-- PostgreSQL skips those of the leading columns that are not filtered by: they have few values.
create index report_facts_place on report_facts (team_id, priority_id, inbox_id, metric, at)
  include (agent_id, contact_id, tag_ids, value, open_value);

-- Months of the zone from here on have sums of pairs with agents, too (features/reports/facts.ts). The job `reports.follow` makes them,
-- newest month first.
alter table report_state add column agents_paired_from timestamp not null default 'infinity';

-- Last, because it locks readers out.
drop index report_facts_contact;
alter index report_facts_contact_with rename to report_facts_contact;
