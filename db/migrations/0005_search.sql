-- Words of a document are broken by the rules of its language. The tables of PostgreSQL that fit a locale; 'simple' where there
-- is none: words as they stand.
create function app.text_config(locale text) returns text
  language sql immutable parallel safe
  return case split_part(lower(replace(coalesce(locale, ''), '_', '-')), '-', 1)
    when 'en' then 'english' when 'de' then 'german' when 'fr' then 'french' when 'es' then 'spanish'
    when 'it' then 'italian' when 'pt' then 'portuguese' when 'nl' then 'dutch' when 'da' then 'danish'
    when 'sv' then 'swedish' when 'no' then 'norwegian' when 'nb' then 'norwegian' when 'nn' then 'norwegian'
    when 'fi' then 'finnish' when 'hu' then 'hungarian' when 'ro' then 'romanian' when 'ru' then 'russian'
    when 'tr' then 'turkish' when 'el' then 'greek' when 'ar' then 'arabic' when 'ca' then 'catalan'
    when 'id' then 'indonesian' when 'ga' then 'irish' when 'lt' then 'lithuanian' when 'sr' then 'serbian'
    else 'simple' end;

-- English is what a document gets when nobody says its language, so it is looked at: a language whose stop words make up far more
-- of the text than the English ones is the right one. One word in four is a stop word in ordinary prose of these languages.
create function app.guess_text_config(locale text, sample text) returns text
  language plpgsql stable as $$
declare
  given text := app.text_config(locale);
  plain float8;
  english float8;
  best record;
begin
  if given <> 'english' then
    return given;
  end if;
  select coalesce(sum(cardinality(word.positions)), 0) into plain from unnest(to_tsvector('pg_catalog.simple', sample)) word;
  if plain < 8 then
    return given;
  end if;
  select 1 - coalesce(sum(cardinality(word.positions)), 0) / plain into english
    from unnest(to_tsvector('pg_catalog.english', sample)) word;
  select other.config, share into best
    from unnest(array['german', 'french', 'spanish', 'italian', 'portuguese', 'dutch', 'danish', 'swedish', 'norwegian',
                      'finnish', 'hungarian', 'russian']) as other(config)
    cross join lateral (
      select 1 - coalesce(sum(cardinality(word.positions)), 0) / plain as share
        from unnest(to_tsvector(('pg_catalog.' || other.config)::regconfig, sample)) word
    ) counted
   order by share desc limit 1;
  return case when best.share >= 0.25 and best.share > 1.6 * english then best.config else given end;
end
$$;

-- What the lexemes of a chunk were made with; a question is broken in the same way before they are compared.
alter table chunk_terms add column config text not null default 'english';
create index chunk_terms_by_config on chunk_terms (tenant_id, config);

-- How much a set counts beside the others: added to the score of its passages, which goes from 0 to about 1.
alter table document_sets add column boost double precision not null default 0 check (boost between -0.5 and 0.5);
