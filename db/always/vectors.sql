-- Only where pgvector is installed. The dimension is the model's, so the column has none; a search compares
-- rows of one model only.
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

-- The models that have made vectors here, so that each gets its index. Names only, nothing of a tenant. Written with the first
-- vectors; the index of a new model is made by the next migration, until then its vectors are compared one by one.
create table if not exists embedding_models (
  model text primary key check (length(model) between 1 and 200),
  dimensions integer not null check (dimensions between 1 and 16000)
);
grant select, insert on embedding_models to parley_app;
insert into embedding_models (model, dimensions) values ('minilm-l6-v2', 384) on conflict do nothing;
