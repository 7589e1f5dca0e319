import { AppError } from "../../core/errors.ts";
import {
  type Connection,
  insertStep,
  listSequences,
  listSteps,
  listWholeTables,
  readStep,
  setSequence,
  sumUpTable,
  type TableSum,
  type WholeTable,
} from "../../database/whole-tables.ts";
import { inFillingTransaction } from "../store/move-target.ts";
import { countWaitingJobs, settleEmbedding } from "../store/move-work.ts";

/** These tables exist only with pgvector. */
const vectorTables: ReadonlySet<string> = new Set(["public.chunk_embeddings", "public.embedding_models"]);

export interface MovedTable extends TableSum {
  table: string;
}

export interface MovedRows {
  tables: MovedTable[];
  /** Vectors that were not copied because the target has no pgvector. */
  vectorsLeft: number;
  jobsWaiting: number;
}

interface Ends {
  /** Connection with an open transaction. */
  source: Connection;
  /** Connection as the owner of the target's tables. */
  target: Connection;
  /** Called at intervals with the number of copied rows of a table, and once when the table is complete. */
  tell(at: { table: string; rows: number; isDone: boolean }): void;
}

/** Rows between two progress reports. */
const reportEvery = 50_000;

/**
 * Copies every row of an installation into another, empty database, and compares the two table by table before the commit.
 * @throws AppError `conflict` when the target has rows, other tables, or other checksums at the end; the target is then unchanged.
 */
export async function moveRows(ends: Ends): Promise<MovedRows> {
  const { source, target } = ends;
  const [own, there] = [await listWholeTables(source), await listWholeTables(target)];
  const hasVectors = there.some(({ name }) => name === "public.chunk_embeddings");
  const tables = there.filter(({ name }) => own.some((table) => table.name === name));
  requireSame(own, there, { hasVectors });
  return inFillingTransaction(target, there, async () => {
    for (const table of tables) await copyTable(ends, table);
    for (const sequence of await listSequences(source)) await setSequence(target, sequence);
    const moved = await compare(ends, tables);
    if (!hasVectors) await settleEmbedding(target);
    return {
      tables: moved,
      vectorsLeft: hasVectors ? 0 : await countVectors(source, own),
      jobsWaiting: await countWaitingJobs(target),
    };
  });
}

/** Row counts of every table, to show before a move. */
export async function countRows(source: Connection): Promise<MovedTable[]> {
  const found: MovedTable[] = [];
  for (const table of await listWholeTables(source))
    found.push({ table: table.name, ...(await sumUpTable(source, table)) });
  return found;
}

function requireSame(
  own: readonly WholeTable[],
  there: readonly WholeTable[],
  { hasVectors }: { hasVectors: boolean },
) {
  const shape = (tables: readonly WholeTable[]) =>
    new Map(
      tables.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.type}`).join(", ")]),
    );
  const [here, other] = [shape(own), shape(there)];
  for (const name of new Set([...here.keys(), ...other.keys()])) {
    if (here.get(name) === other.get(name) || (!hasVectors && vectorTables.has(name))) continue;
    throw new AppError("conflict", `The table ${name} differs between the two databases. Nothing was moved.`);
  }
}

async function copyTable({ source, target, tell }: Ends, table: WholeTable): Promise<void> {
  let rows = 0;
  for await (const step of listSteps(source, table)) {
    const read = await readStep(source, table, step);
    await insertStep(target, table, read);
    if (Math.floor((rows + read.length) / reportEvery) > Math.floor(rows / reportEvery))
      tell({ table: table.name, rows: rows + read.length, isDone: false });
    rows += read.length;
  }
  tell({ table: table.name, rows, isDone: true });
}

async function compare({ source, target }: Ends, tables: readonly WholeTable[]): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const [here, there] = [await sumUpTable(source, table), await sumUpTable(target, table)];
    if (here.rows !== there.rows || here.checksum !== there.checksum)
      throw new AppError(
        "conflict",
        `The table ${table.name} differs after copying (${here.rows} and ${there.rows} rows). Nothing was moved.`,
      );
    moved.push({ table: table.name, ...there });
  }
  return moved;
}

async function countVectors(source: Connection, own: readonly WholeTable[]): Promise<number> {
  const table = own.find(({ name }) => name === "public.chunk_embeddings");
  return table ? (await sumUpTable(source, table)).rows : 0;
}
