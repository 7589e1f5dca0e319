-- What agents put tickets in order by: labels, a priority, a time until which a ticket is out of the way; and filters under a name.

create table labels (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  color text not null default 'grey',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index labels_by_name on labels (tenant_id, lower(name));
call app.protect('labels');

create table ticket_labels (
  tenant_id uuid not null,
  ticket_id uuid not null,
  label_id uuid not null,
  primary key (tenant_id, ticket_id, label_id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, label_id) references labels (tenant_id, id) on delete cascade
);
create index ticket_labels_by_label on ticket_labels (tenant_id, label_id);
call app.protect('ticket_labels');

alter table tickets
  -- 0 none, 1 low, 2 high, 3 urgent.
  add column priority smallint not null default 0,
  -- Out of the way until then; `infinity`: until the visitor writes, which ends the other kind, too.
  add column snoozed_until timestamptz;

create table saved_views (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Whose it is; null: the whole team's.
  owner_id text,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index saved_views_by_owner on saved_views (tenant_id, owner_id);
call app.protect('saved_views');
