import { z } from "zod";

/** `manifest.json`, the first file of an export. */
export const manifestSchema = z.object({
  /** The number increases when an older reader would read the export wrongly. */
  format: z.literal("parley.export/1"),
  /** Newest migration of the source database. */
  schema: z.string().regex(/^\d{4}_\w{1,80}$/),
  created_at: z.iso.datetime(),
  installation: z.string().max(500),
  /** A whole tenant, or the data about some of its visitors. */
  scope: z.enum(["tenant", "visitor"]),
  tenant: z.object({ id: z.uuid(), name: z.string().max(200) }),
  /** The embedding model of the passage vectors. An import with another model computes the vectors again. */
  embedding_model: z.string().max(200),
  /** For each table: the row columns with their PostgreSQL types, in the order of the files. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
      columns: z.array(z.object({ name: z.string().regex(/^[a-z_]+$/), type: z.string().max(100) })),
      /** A column whose bytes are separate files; the row names them in `_file`. */
      file: z.string().nullable(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `checksums.json`, the last file. */
export const checksumsSchema = z.object({
  /** SHA-256 of every file before it. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int().nonnegative()),
});

/** A line of `people.jsonl`: a member of the tenant. It contains no password, session or second factor. */
export const archivedPersonSchema = z.object({
  id: z.uuid(),
  name: z.string().max(200),
  email: z.string().max(320),
  role: z.enum(["viewer", "agent", "manager", "admin"]),
  shown_as: z.string().max(200).nullable(),
});

/**
 * `GET /admin/export`: without a visitor it exports the whole tenant. A visitor is given by id, by e-mail address, or by the id on the
 * tenant's own site.
 */
export const exportQuerySchema = z.object({ visitor: z.string().min(1).max(320).optional() });

/** The first file of a backup of an embedded installation. */
export const backupManifestSchema = z.object({
  format: z.literal("parley.backup/1"),
  /** The newest migration of its database. */
  schema: z.string(),
  created_at: z.iso.datetime(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** The last file: SHA-256 of each file. */
export const backupSumsSchema = z.object({ files: z.record(z.string(), z.string()) });
