/** What an export says of itself to whoever opens it with any program. */
export const readMe = `This is a Parley export in the format parley.export/1.

manifest.json    scope and time of the export, and every table with its columns and their types
people.jsonl     the people of the tenant; no passwords
rows/            one folder per table, with one JSON row per line
files/           original files of documents and messages; the row of a file has its path in "_file"
checksums.json   SHA-256 of every file, and the number of rows in each table

Times are in UTC or include their time zone. Ids are UUIDs. The export contains no secrets: no API keys, passwords, webhook secrets or identity secrets.
To import it into another installation, run "parley import FILE".
`;
