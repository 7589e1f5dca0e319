import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate } from "../../../db/migrate.ts";
import { newId } from "../../core/ids.ts";
import { migrationFolder } from "../../database/open-database.ts";
import { withTenant } from "../../database/transaction.ts";
import { nativePostgresUnavailable, startNativePostgres } from "../../test/support/native-postgres.ts";
import { searchTerms } from "../store/search-terms.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: the table of words on an upgrade (${unavailable})`);

it.skipIf(unavailable !== undefined)(
  "chunks that were searched before the table of words came are found after it, when the owner is an ordinary role",
  async () => {
    await using server = await startNativePostgres();
    const before = await mkdtemp(join(tmpdir(), "parley-before-words-"));
    await cp(join(migrationFolder, "always"), join(before, "always"), { recursive: true });
    // That version knew no indexes of columns that came later, and no copilot.
    for (const file of ["indexes.sql", "checkpoints.sql"]) await writeFile(join(before, "always", file), "");
    await mkdir(join(before, "migrations"));
    for (const name of await readdir(join(migrationFolder, "migrations"))) {
      if (name < "0010") await cp(join(migrationFolder, "migrations", name), join(before, "migrations", name));
    }
    const owner = server.openPool("parley_owner", 1);
    await migrate(owner, before);
    await rm(before, { recursive: true });
    await server.query("alter role parley_app login");
    const pool = server.openPool("parley_app", 1);
    const db = { pool, vectors: false, listen: undefined, close: () => pool.end() };
    const [tenant, document, version, chunk] = [newId(), newId(), newId(), newId()];
    await withTenant(db, tenant, async (tx) => {
      await tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, 'T', '')", [tenant]);
      await tx.query("insert into documents (tenant_id, id, source, title) values ($1, $2, 's', 't')", [
        tenant,
        document,
      ]);
      await tx.query(
        `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text)
         values ($1, $2, $3, 1, '', 'text', '')`,
        [tenant, version, document],
      );
      await tx.query(
        "insert into chunks (tenant_id, id, document_id, version_id, ordinal, text) values ($1, $2, $3, $4, 0, '')",
        [tenant, chunk, document, version],
      );
      await tx.query(
        `insert into chunk_terms (tenant_id, chunk_id, document_id, version_id, length, lexemes)
         values ($1, $2, $3, $4, 3, to_tsvector('english', 'axolotl axolotl pond'))`,
        [tenant, chunk, document, version],
      );
    });
    expect((await migrate(owner, migrationFolder)).applied).toContain("0010_chunk_words");
    await withTenant(db, tenant, async (tx) => {
      const hits = await searchTerms(tx, "axolotls", { k1: 1.2, b: 0.6, limit: 5, alsoIds: [] });
      expect(hits).toMatchObject([{ chunk_id: chunk, coverage: 1 }]);
      const { rows } = await tx.query("select lexeme, count from chunk_words order by lexeme");
      expect(rows).toEqual([
        { lexeme: "axolotl", count: 2 },
        { lexeme: "pond", count: 1 },
      ]);
      await tx.query("delete from documents");
      expect((await tx.query("select from chunk_words")).rowCount).toBe(0);
    });
    await db.close();
    await owner.end();
  },
);
