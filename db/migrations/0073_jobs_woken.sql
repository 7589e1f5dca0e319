-- When the queue was asked last to run a job that nobody had touched, and how often in a row: the pause grows, so that a long backlog is
-- not queued again and again.
alter table jobs
  add column woken_at timestamptz,
  add column wakes smallint not null default 0;
grant select (woken_at, wakes) on jobs to parley_platform;
