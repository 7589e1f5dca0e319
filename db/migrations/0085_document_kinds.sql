-- A document is an own policy, a regulation or something else. Processes of the version before still write other words: these count as
-- 'other', and an agent's answer keeps its 'snippet'.
alter table documents alter column kind set default 'other';
-- The owner may be an ordinary role, whom forced row security shows no rows.
alter table documents no force row level security;
update documents set kind = case
    when lower(trim(kind)) in ('policy', 'policies') then 'policy'
    when lower(trim(kind)) in ('regulation', 'regulations', 'law') then 'regulation'
    else 'other'
  end
 where kind not in ('policy', 'regulation', 'other', 'snippet');
alter table documents force row level security;
