-- Attempts whose mail was handed over and of whose outcome nothing is known: a sender that cannot write an outcome down must
-- not send the same mail for ever.
alter table outgoing_mails add column unrecorded_attempts integer not null default 0;
