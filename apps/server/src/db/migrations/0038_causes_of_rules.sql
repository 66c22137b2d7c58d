-- A rule's log, by number, and its failures: few among many.
create index causes_rule_log on causes (rule_id, id) where rule_id is not null;
create index causes_rule_failed on causes (rule_id, id, created_at) where rule_id is not null and failed;
