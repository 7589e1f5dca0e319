-- What a tenant says on the first screen of the chat: links, a notice, opening hours and when an answer of a person is to be expected.

alter table tenants
  -- {links, notice, hours, answer_minutes}; what is missing is not said.
  add column home jsonb not null default '{}';
