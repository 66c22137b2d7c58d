-- Promises that could not be settled are tried again later and later.
alter table applied_slas
  add column failures integer not null default 0,
  add column put_off_until timestamptz;
