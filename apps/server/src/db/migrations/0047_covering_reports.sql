-- Reports of several filters, and of contacts, are counted from facts: whatever they count and filter by is in the index that finds it.
-- Facts can be read meanwhile. What writes them is the job that follows the change log alone; it waits, a minute or so for 10,000,000 facts.
create index report_facts_when on report_facts (metric, at)
  include (inbox_id, team_id, agent_id, priority_id, contact_id, value, open_value);
create index report_facts_contact on report_facts (contact_id, metric, at) include (value, open_value);
create index report_facts_agent on report_facts (agent_id, metric, at)
  include (inbox_id, team_id, priority_id, value, open_value);
-- Last, because it locks readers out.
drop index report_facts_at;
