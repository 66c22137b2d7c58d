-- The last mail of an inbox that could not be sent: few among many, found without reading the many.
create index outgoing_mails_failed on outgoing_mails (inbox_id, finished_at) where state = 'failed';
