-- Keys that end by themselves: a key made for a trial or a contractor is not forgotten in use.
alter table api_keys add column expires_at timestamptz;
