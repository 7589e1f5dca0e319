-- A tenant's own scale for its grades, fitted on what people made of its answers, and what counted before it.

alter table tenants
  -- {grader, slope, shift, threshold, ..., before: [{threshold, calibration}]}; null: grades count as they are given.
  add column calibration jsonb;
