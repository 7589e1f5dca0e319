-- What the turn that goes on with a confirmation needs, and what its card shows.
alter table confirmations
  -- The visitor's question, as it was asked, and the calls made for it before, by their ids.
  add column question text not null default '',
  add column calls jsonb not null default '[]',
  -- The arguments in the order and with the titles of the tool's schema: [{name, label, value}].
  add column fields jsonb not null default '[]',
  -- The message that told the visitor that an agent is asked as well.
  add column waiting_message_id uuid,
  -- How the visitor was shown the agent's name, if at all; their id stands in `agent_id`.
  add column agent_name text not null default '',
  -- Who ended it: whoever said no, or the last yes; the system when nobody did in time.
  add column decided_by text check (decided_by in ('visitor', 'agent', 'system'));
