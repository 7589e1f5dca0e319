-- Database roles and the functions that keep tenants apart.
--
-- `parley_app` does all work for a tenant under row security. `parley_platform` does the work that has no tenant yet, such as sign-in.
-- Neither role owns a table. Both are created without LOGIN: in production the operator gives parley_app a password
-- (docs/guide/deployment.md).

do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'parley_platform') then
    create role parley_platform nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'parley_app') then
    -- NOINHERIT: the rights of parley_platform apply only inside withSystem(), which switches to it.
    create role parley_app nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
  elsif (select rolinherit from pg_roles where rolname = 'parley_app') then
    alter role parley_app noinherit;
  end if;
end
$$;
do $$
begin
  -- A role of an earlier database of this server may belong to somebody else, who has granted it already.
  if not pg_has_role('parley_app', 'parley_platform', 'member') then
    grant parley_platform to parley_app;
  end if;
  -- The schema of Parley's tables is the first one of the owner's search path.
  execute format('revoke create on schema %I from public', current_schema());
  execute format('grant usage on schema %I to parley_app, parley_platform', current_schema());
end
$$;
create schema app;
grant usage on schema app to parley_app, parley_platform;
-- `parley doctor` compares the applied migrations with those of the running version.
grant select on schema_migrations to parley_platform;

-- The tenant of this transaction, or null. After a commit the setting reads '' instead of null; both mean "no tenant".
create function app.current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.current_tenant', true), '')::uuid;

-- Every tenant table calls this once. It enables and forces row security and adds one policy for reading and writing.
create procedure app.protect(target regclass, verbs text default 'select, insert, update, delete')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to parley_app
       using (tenant_id = nullif(current_setting(''app.current_tenant'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.current_tenant'', true), '''')::uuid)', target);
  execute format('grant %s on %s to parley_app', verbs, target);
end
$$;
revoke all on procedure app.protect(regclass, text) from public;
