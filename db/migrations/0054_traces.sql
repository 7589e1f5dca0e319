-- The trace that a row came of. Set by the transaction that writes it (`app.traceparent`, transaction-local) while traces are on.

-- What is told outside goes on with the trace of what happened, also when triggers write it and another process sends it.
alter table webhook_deliveries
  add column traceparent text default nullif(current_setting('app.traceparent', true), '');

-- From a receipt to its trace.
alter table model_calls
  add column trace_id text default nullif(split_part(current_setting('app.traceparent', true), '-', 2), '');
