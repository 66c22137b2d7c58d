-- Covering indexes spare reading the table only where it has been vacuumed. By default that waits for a fifth of all facts to be new or changed: on
-- a large desk the facts of a year.
alter table report_facts set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
