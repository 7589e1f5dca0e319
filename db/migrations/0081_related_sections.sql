-- Sections that may help beside a message, best first: [{chunk_id, document_id, title, heading, url, text, is_cut, opened, solved}].
alter table messages add column related jsonb not null default '[]';

-- Whether the team is asked as soon as the assistant is unsure, or only when the visitor wants it.
alter table tenants add column hand_over text not null default 'at_once' check (hand_over in ('at_once', 'suggest_first'));
