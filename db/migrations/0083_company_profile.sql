-- What the company does, in a few sentences: part of every prompt, beside its industry and where it is.
alter table tenants add column about text not null default '';
