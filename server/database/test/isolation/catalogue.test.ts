import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/support/database.ts";
import { asOwner } from "../../../test/support/native-database.ts";
import type { Database } from "../../database.ts";
import { findCatalogueFaults } from "../../isolation-catalogue.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Faults that somebody could cause in an installation, the statement that undoes each, and the expected report. */
const sabotage: { name: string; break: string; mend: string; says: string }[] = [
  {
    name: "row security switched off",
    break: "alter table snippets disable row level security",
    mend: "alter table snippets enable row level security",
    says: "table public.snippets has row security off",
  },
  {
    name: "row security not forced",
    break: "alter table messages no force row level security",
    mend: "alter table messages force row level security",
    says: "table public.messages does not force row security",
  },
  {
    name: "a second policy that shows everything",
    break: "create policy helpful on tickets to parley_app using (true)",
    mend: "drop policy helpful on tickets",
    says: "table public.tickets has the policy helpful, which does not keep tenants apart when reading",
  },
  {
    name: "a policy that lets write anything",
    break: "alter policy tenant_rows on visitors with check (true)",
    mend: "alter policy tenant_rows on visitors with check (tenant_id = nullif(current_setting('app.current_tenant', true), '')::uuid)",
    says: "table public.visitors has the policy tenant_rows, which does not keep tenants apart when writing",
  },
  {
    name: "a platform policy that reaches everybody",
    break: "create policy reads on feedback for select using (true)",
    mend: "drop policy reads on feedback",
    says: "table public.feedback has the policy reads, which does not keep tenants apart when reading",
  },
  {
    name: "a platform policy that lets remove what is new",
    break: "create policy expires on feedback for delete to parley_platform using (created_at < now())",
    mend: "drop policy expires on feedback",
    says: "table public.feedback has the policy expires, which does not keep tenants apart when reading",
  },
  {
    name: "a new table that nobody protected",
    break: "create table notes (tenant_id uuid not null, id uuid primary key); grant select on notes to parley_app",
    mend: "drop table notes",
    says: "table public.notes has row security off",
  },
  {
    name: "a tenant that may be null",
    break: "alter table snippets drop constraint snippets_pkey; alter table snippets alter tenant_id drop not null",
    mend: "alter table snippets add primary key (tenant_id, id)",
    says: "table public.snippets allows a null tenant_id",
  },
  {
    name: "a reference without the tenant",
    break:
      "create table marks (tenant_id uuid not null, id uuid, ticket_id uuid, primary key (tenant_id, id)); create unique index loose on tickets (id); alter table marks add constraint plain foreign key (ticket_id) references tickets (id)",
    mend: "drop table marks; drop index loose",
    says: "table public.marks refers to public.tickets without the tenant (plain)",
  },
  {
    name: "a unique key without the tenant",
    break: "create unique index one_email on visitors (email)",
    mend: "drop index one_email",
    says: "table public.visitors has the unique key one_email without the tenant",
  },
  {
    name: "a view with its owner's rights",
    break: "create view all_messages as select * from messages; grant select on all_messages to parley_app",
    mend: "drop view all_messages",
    says: "view public.all_messages runs with its owner's rights (security_invoker is off)",
  },
  {
    name: "a materialised view",
    break:
      "create materialized view message_counts as select tenant_id, count(*) from messages group by 1; grant select on message_counts to parley_app",
    mend: "drop materialized view message_counts",
    says: "view public.message_counts is materialised, which no policy protects",
  },
  {
    name: "a function with its owner's rights",
    break: "create function peek() returns bigint language sql security definer as 'select count(*) from messages'",
    mend: "drop function peek()",
    says: "function peek() runs with its owner's rights (security definer)",
  },
  {
    name: "a right to empty tables",
    break: "grant truncate on tickets to parley_app",
    mend: "revoke truncate on tickets from parley_app",
    says: "role parley_app may truncate tickets",
  },
  {
    name: "a right to hang triggers on tables",
    break: "grant trigger, references on tickets to public",
    mend: "revoke trigger, references on tickets from public",
    says: "role parley_platform may trigger tickets",
  },
  {
    name: "a right to make tables",
    break: "grant create on schema langgraph to parley_app",
    mend: "revoke create on schema langgraph from parley_app",
    says: "role parley_app may create in schema langgraph",
  },
  {
    name: "a role that bypasses row security",
    break: "alter role parley_platform bypassrls",
    mend: "alter role parley_platform nobypassrls",
    says: "role parley_platform has BYPASSRLS",
  },
  {
    name: "a table that the application owns",
    break: "create table own (id int); alter table own owner to parley_app",
    mend: "drop table own",
    says: "role parley_app owns own",
  },
  {
    name: "a strong role behind the application's",
    break: "grant pg_read_all_data to parley_app",
    mend: "revoke pg_read_all_data from parley_app",
    says: "role parley_app is a member of pg_read_all_data",
  },
];

describe("the catalogue", () => {
  it("has nothing that would let a tenant reach another's rows", async () => {
    expect(await findCatalogueFaults(db.pool)).toEqual([]);
  });

  it.each(sabotage)("names $name", async ({ break: ruin, mend, says }) => {
    await asOwner(db, ruin);
    const faults = await findCatalogueFaults(db.pool);
    await asOwner(db, mend);
    expect(faults.map(({ subject, fault }) => `${subject} ${fault}`)).toContain(says);
  });

  it("knows every table that the application may write and that has no tenant", async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
          and (has_table_privilege('parley_app', c.oid, 'insert') or has_any_column_privilege('parley_app', c.oid, 'update'))
          and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
        order by 1`,
    );
    // Names of embedding models, each of which gets an index; no tenant data.
    expect(rows.map(({ name }) => name)).toEqual(db.vectors ? ["embedding_models"] : []);
  });
});
