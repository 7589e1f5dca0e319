-- The inbox's search: which words stand in which ticket and belong to which visitor, found by the word. Equality and order of plain
-- columns are leakproof, so that the indexes are used under row security; `ilike` and `@@` are not (docs/decisions/0043).

create table ticket_words (
  tenant_id uuid not null,
  ticket_id uuid not null,
  -- In the order of its bytes, so that an index finds a beginning in any database.
  word text collate "C" not null,
  -- Where it stands: 1 a message, 2 the name of a file or the question as understood, 3 the subject.
  weight smallint not null default 1,
  primary key (tenant_id, word, ticket_id) include (weight),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade
);
create index ticket_words_by_ticket on ticket_words (tenant_id, ticket_id);
call app.protect('ticket_words');

create table visitor_words (
  tenant_id uuid not null,
  visitor_id uuid not null,
  word text collate "C" not null,
  primary key (tenant_id, word, visitor_id),
  foreign key (tenant_id, visitor_id) references visitors (tenant_id, id) on delete cascade
);
create index visitor_words_by_visitor on visitor_words (tenant_id, visitor_id);
call app.protect('visitor_words');

-- How many of the ticket's messages have their words in the table. What a process of an older version stored, and everything from before, is
-- found by the difference and caught up in small transactions (server/store/unworded.ts).
alter table tickets add column worded integer not null default 0;
-- Whether the visitor's words are those of the name, address and id that stand here now.
alter table visitors add column worded boolean not null default false;
alter table visitors alter column worded set default true;

-- A process of the version before changes visitors, too, and knows nothing of words.
create function app.unword_visitor() returns trigger
  language plpgsql as $$
begin
  new.worded := false;
  return new;
end
$$;
create trigger unword_new_visitor before insert on visitors
  for each row when (new.name is not null or new.email is not null or new.external_id is not null)
  execute function app.unword_visitor();
create trigger unword_visitor before update of name, email, external_id on visitors
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email or old.external_id is distinct from new.external_id)
  execute function app.unword_visitor();

-- Whoever catches up needs to know whose tickets and visitors they are; nothing else of them.
grant select (tenant_id, worded, message_count) on tickets to parley_platform;
create policy platform_reads on tickets for select to parley_platform using (true);
grant select (tenant_id, worded) on visitors to parley_platform;
create policy platform_reads on visitors for select to parley_platform using (true);
