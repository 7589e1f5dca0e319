/**
 * Message for a database created before 0.1.0, whose migrations were replaced by one file per domain. Nothing in that database is changed.
 */
export const earlierDatabaseMessage =
  "This database was created before Parley 0.1.0 and cannot be upgraded. Export each tenant with the version that created it, then import it into an empty DATA_DIR or database.";

/** Exports whose newest migration is this one can be imported: their tables equal those of 0.1.0. */
export const lastEarlierMigration = "0085_document_kinds";

/**
 * Whether the database was created by other migrations than these.
 * @param applied names from `schema_migrations`. @param own names of this version's files.
 */
export function isEarlierDatabase(applied: ReadonlySet<string>, own: readonly string[]): boolean {
  const [first] = [...own].sort();
  return applied.size > 0 && first !== undefined && !applied.has(first);
}
