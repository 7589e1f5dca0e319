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
