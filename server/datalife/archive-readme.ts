/** What an export says of itself to whoever opens it with any program. */
export const readMe = `This is an export of Parley, in the format parley.export/1.

manifest.json    what it is of, when it was made, and each table with its columns and their types
people.jsonl     who works for the tenant; no passwords
rows/            one folder for each table; in its files one row a line, as JSON
files/           files of documents and messages as they are; the row that belongs to one names it in "_file"
checksums.json   SHA-256 of every file, and how many rows there are of each table

Times are in UTC or name their zone. Ids are UUIDs. There are no secrets in it: no keys, passwords, or secrets of webhooks and visitors.
"parley import FILE" takes it into another installation.
`;
