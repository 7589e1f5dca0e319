import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from "kysely";
import type { QueryResult, QueryResultRow } from "pg";
import { keepPlan } from "../../db/prepared.ts";
import type { PlainFormat } from "../../protocol/admin-documents.ts";
import type { Webhook } from "../../protocol/admin-webhooks.ts";
import type { Recap } from "../../protocol/agent-assist.ts";
import type { AssignmentKind } from "../../protocol/assignment.ts";
import type { EscalationReason } from "../../protocol/messages.ts";
import type { NoticeKind } from "../../protocol/notices.ts";
import type { RefreshEvery } from "../../protocol/refresh-every.ts";
import type { LabelColor } from "../../protocol/triage.ts";
import type { Generated } from "./column-types.ts";
import type { Tables } from "./tables.ts";

/** Text columns whose values the server decides, where no check in the database lists them. */
interface NarrowColumns {
  document_refreshes: { every: Generated<RefreshEvery> };
  document_sets: { color: Generated<LabelColor | ""> };
  document_sites: { every: Generated<RefreshEvery> };
  document_versions: { format: PlainFormat | "file" };
  labels: { color: Generated<LabelColor> };
  notices: { kind: NoticeKind };
  ticket_assignments: { how: AssignmentKind };
  ticket_recaps: { writer: Recap["writer"] };
  tickets: { escalation_reason: EscalationReason | null };
  webhooks: { ended_by: Webhook["ended_by"] };
}

/** The columns of this list exist: a renamed one is a compile error. */
type Existing<
  Narrow extends {
    [T in keyof Narrow]: T extends keyof Tables
      ? { [C in keyof Narrow[T]]: C extends keyof Tables[T] ? unknown : never }
      : never;
  },
> = Narrow;

type NarrowTables = {
  [T in keyof Tables]: T extends keyof Existing<NarrowColumns>
    ? Omit<Tables[T], keyof NarrowColumns[T]> & NarrowColumns[T]
    : Tables[T];
};

/**
 * Builds statements with tables, columns and types that the compiler checks: `tx.all(query.selectFrom("labels").select(["id", "name"]))`.
 * It has no connection; a transaction runs the statements.
 */
export const query = new Kysely<NarrowTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A row of a table as the database returns it. */
export type RowOf<Table extends keyof NarrowTables> = Selectable<NarrowTables[Table]>;

/** Columns of a table with new values. */
export type ChangesOf<Table extends keyof NarrowTables> = Updateable<NarrowTables[Table]>;

/** A built statement, or a full statement text with the type of its rows: sql<Row>`select ...`. */
export type Statement<Row> = Compilable<Row> | RawBuilder<Row>;

const kept = new WeakSet<object>();

/** Marks a statement with constant text, so that each connection plans it only once ({@link keepPlan} says when). */
export function keep<S extends Statement<unknown>>(statement: S): S {
  kept.add(statement);
  return statement;
}

/** The text and the parameters of a statement. */
export function compile(statement: Statement<unknown>): { sql: string; parameters: readonly unknown[] } {
  const compiled = "isRawBuilder" in statement ? statement.compile(query) : statement.compile();
  if (kept.has(statement)) keepPlan(compiled.sql);
  return compiled;
}

/** Functions of a transaction that run a statement. */
export interface Runners {
  /** Its rows. */
  all<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The first row, if any. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** The number of changed rows. */
  run(statement: Statement<unknown>): Promise<number>;
}

type Send = <Row extends QueryResultRow>(sql: string, parameters: unknown[]) => Promise<QueryResult<Row>>;

export function runners(send: Send): Runners {
  const sent = <Row>(statement: Statement<Row>): Promise<{ rows: Row[]; rowCount: number | null }> => {
    const { sql: text, parameters } = compile(statement);
    return send<Row & QueryResultRow>(text, [...parameters]);
  };
  return {
    all: async (statement) => (await sent(statement)).rows,
    first: async (statement) => (await sent(statement)).rows[0],
    run: async (statement) => (await sent(statement)).rowCount ?? 0,
  };
}

/** For `where("id", "=", anyOf(ids))`: one parameter for a list of any length, also an empty one. */
export function anyOf(ids: readonly string[], type: "uuid" | "text" = "uuid"): RawBuilder<string> {
  return sql`any(${ids}::${sql.raw(type)}[])`;
}

/** The time of the transaction. */
export const now = sql<Date>`now()`;

/** For `select(countAll.as("count"))`. */
export const countAll = sql<number>`count(*)::int`;

/** A time in the future, or (negative) in the past. */
export function secondsFromNow(seconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
