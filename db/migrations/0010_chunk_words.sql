-- How often each word stands in each searched chunk, found by the word. Equality of plain columns is leakproof, so that the index
-- is used under row security; `@@` over a tsvector is not, and every chunk had to be looked at (docs/decisions/0004).
create table chunk_words (
  tenant_id uuid not null,
  chunk_id uuid not null,
  lexeme text not null,
  count smallint not null
);

-- The owner may be an ordinary role, whom forced row security shows no rows: neither to copy, nor to refer to.
alter table chunk_terms no force row level security;
insert into chunk_words (tenant_id, chunk_id, lexeme, count)
  select t.tenant_id, t.chunk_id, word.lexeme, cardinality(word.positions) from chunk_terms t, unnest(t.lexemes) word;
alter table chunk_terms drop column lexemes;

-- No key over all three: equal entries of an index share their key, so that both together take less than one entry for each row.
create index chunk_words_by_lexeme on chunk_words (tenant_id, lexeme);
create index chunk_words_by_chunk on chunk_words (tenant_id, chunk_id);
alter table chunk_words
  add foreign key (tenant_id, chunk_id) references chunk_terms (tenant_id, chunk_id) on delete cascade;
alter table chunk_terms force row level security;
call app.protect('chunk_words');

-- An answer is kept no longer than until the next document becomes valid.
create index documents_by_start on documents (tenant_id, valid_from) where valid_from is not null;
