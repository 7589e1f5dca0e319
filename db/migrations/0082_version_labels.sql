-- What people call a version of a document: "2024", "Q1 2025".
alter table document_versions add column label text check (char_length(label) between 1 and 60);
