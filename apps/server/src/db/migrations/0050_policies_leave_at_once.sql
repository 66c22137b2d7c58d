-- An SLA policy that is deleted takes nothing along: all conversations may have it. What is left of it is cleared away in bites.
alter table conversations drop constraint conversations_sla_policy_id_fkey;
alter table applied_slas drop constraint applied_slas_sla_policy_id_fkey;
