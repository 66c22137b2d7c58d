-- A rule that is deleted takes nothing along: it may have fired a million times. What is left of it is cleared away in bites.
alter table causes drop constraint causes_rule_id_fkey;
alter table automation_time_states drop constraint automation_time_states_rule_id_fkey;
alter table automation_time_sweeps drop constraint automation_time_sweeps_rule_id_fkey;
