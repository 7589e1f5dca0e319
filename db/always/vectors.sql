-- Only if pgvector is installed. The number of dimensions depends on the model, so the column has none. A search compares rows of one model
-- only.
create table if not exists chunk_embeddings (
  tenant_id uuid not null,
  chunk_id uuid not null,
  model text not null,
  embedding vector not null,
  primary key (tenant_id, chunk_id, model),
  foreign key (tenant_id, chunk_id) references chunks (tenant_id, id) on delete cascade
);
do $$
begin
  if not (select relrowsecurity from pg_class where oid = 'chunk_embeddings'::regclass) then
    call app.protect('chunk_embeddings');
  end if;
end
$$;

-- The embedding models in use, so that each gets its own index. No tenant data. A row is inserted with the first vectors of a model; the next
-- migration builds the index, and until then its vectors are compared one by one.
create table if not exists embedding_models (
  model text primary key check (length(model) between 1 and 200),
  dimensions integer not null check (dimensions between 1 and 16000)
);
grant select, insert on embedding_models to parley_app;
insert into embedding_models (model, dimensions) values ('minilm-l6-v2', 384) on conflict do nothing;
