-- The title that was given with a version. Null: the document's own title counts.
alter table document_versions add column title text;
