import { randomBytes } from "node:crypto";
import type { Manifest } from "../../../protocol/archive.ts";
import { AppError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type ArchiveTable, beginImport, insertArchivedRows } from "../store/archive-rows.ts";
import { takenOf } from "./archive-tables.ts";
import type { ArchiveDeps } from "./deps.ts";
import type { ArchiveEntry } from "./tar.ts";

const foreignKeyViolation = "23503";
/** Rows per statement. The embedded database serves nobody else while a statement runs. */
const stepRows = 200;

interface Given {
  tenantId: string;
  manifest: Manifest;
  tables: ArchiveTable[];
  /** The tenant is a copy next to the original. */
  isNew: boolean;
}

/** Imports the rows of an archive, file by file, in the order of the archive: parents before children. */
export class RowTaker {
  /** Rows read, by table. */
  readonly read: Record<string, number> = {};
  /** Rows that were skipped: their parent is newer than the export of the parent table, or they are checkpoints of a copied tenant. */
  readonly left: Record<string, number> = {};
  readonly identitySecret = randomBytes(32).toString("base64url");
  readonly #deps: ArchiveDeps;
  readonly #given: Given;
  #file: ArchiveEntry | undefined;

  constructor(deps: ArchiveDeps, given: Given) {
    this.#deps = deps;
    this.#given = given;
  }

  async take(entry: ArchiveEntry): Promise<void> {
    if (entry.name.startsWith("files/")) {
      this.#file = entry;
      return;
    }
    const name = /^rows\/([a-z_]+\.[a-z_]+)\/\d+\.jsonl$/.exec(entry.name)?.[1];
    if (name === undefined) return;
    const lines = entry.bytes
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "");
    this.read[name] = (this.read[name] ?? 0) + lines.length;
    const table = this.#given.tables.find((each) => each.name === name);
    const told = this.#given.manifest.tables.find((each) => each.name === name);
    // A table that this version no longer has.
    if (!table || !told || !takenOf(name)) return;
    // The checkpoint library identifies checkpoints only by ticket, and the copied ticket has the same id.
    if (this.#given.isNew && name.startsWith("langgraph.")) {
      this.left[name] = (this.left[name] ?? 0) + lines.length;
      return;
    }
    const known = new Set(table.columns.map((column) => column.name));
    const columns = told.columns.map((column) => column.name).filter((column) => known.has(column));
    for (let at = 0; at < lines.length; at += stepRows)
      await this.#insert(table, columns, lines.slice(at, at + stepRows));
  }

  async #insert(table: ArchiveTable, columns: string[], lines: string[]): Promise<void> {
    try {
      await this.#insertAll(table, columns, lines);
    } catch (error) {
      if (codeOf(error) !== foreignKeyViolation) throw asRefused(error, table.name);
      if (lines.length === 1) {
        this.left[table.name] = (this.left[table.name] ?? 0) + 1;
        return;
      }
      const middle = lines.length >> 1;
      await this.#insert(table, columns, lines.slice(0, middle));
      await this.#insert(table, columns, lines.slice(middle));
    }
  }

  #insertAll(table: ArchiveTable, columns: string[], lines: string[]): Promise<number> {
    const { tenantId } = this.#given;
    const file = takenOf(table.name)?.file;
    const made = this.#madeFor(table.name);
    const rows = made ? lines.map((line) => JSON.stringify({ ...JSON.parse(line), ...made() })) : lines;
    const all = made ? [...new Set([...columns, ...Object.keys(made())])] : columns;
    return withTenant(this.#deps.db, tenantId, async (tx: TenantTransaction) => {
      await beginImport(tx);
      return insertArchivedRows(tx, table, {
        lines: rows,
        columns: all,
        file,
        bytes: file ? this.#file?.bytes : undefined,
      });
    });
  }

  /** Values for required columns that are not exported. */
  #madeFor(name: string): (() => Record<string, unknown>) | undefined {
    switch (name) {
      case "public.tenants":
        return () => ({ status: "suspended", identity_secret: this.identitySecret });
      case "public.email_threads":
        return () => ({ token: randomBytes(16).toString("hex") });
      default:
        return undefined;
    }
  }
}

/** An export never contains rows that the database rejects. */
function asRefused(error: unknown, table: string): unknown {
  const isData = /^(22|23)/.test(codeOf(error) ?? "") || error instanceof SyntaxError;
  return isData
    ? new AppError("invalid_request", `The export has invalid rows in ${table}. Nothing was imported.`, {
        cause: error,
      })
    : error;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
