-- What waits for an answer is a fact of the database: whom a visitor's message is for, and whether a turn has taken it up.

alter table messages
  -- Who answers a visitor's message; null for everybody else's, and for those from before this column.
  add column addressee text,
  -- The id that the visitor's client made, unique for that visitor: `id` is made of both. Null: the client made `id` itself.
  add column client_id uuid,
  -- Not looked for in the rows that are there: they have none.
  add constraint messages_addressee_check check (addressee in ('assistant', 'human')) not valid;

-- Whoever looks for forgotten mail needs to know whose it is; nothing else of it.
grant select (tenant_id, ticket_id, addressee, turn_id) on messages to parley_platform;
create policy platform_reads on messages for select to parley_platform using (true);

-- A process of the version before runs beside this one during an upgrade and names no addressee: the ticket's owner is meant.
create function app.address_message() returns trigger
  language plpgsql as $$
begin
  select owner into new.addressee from tickets where tenant_id = new.tenant_id and id = new.ticket_id;
  return new;
end
$$;
create trigger address_message before insert on messages
  for each row when (new.role = 'visitor' and new.addressee is null) execute function app.address_message();
