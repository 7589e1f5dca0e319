import { readFile } from "node:fs/promises";
import { z } from "zod";

/** Settings of a server that writes the plan of every statement, including nested ones, into `plans.json` of a folder. */
export function planLogSettings(folder: string): string[] {
  return [
    "shared_preload_libraries=auto_explain",
    "auto_explain.log_analyze=on",
    "auto_explain.log_format=json",
    "auto_explain.log_nested_statements=on",
    "logging_collector=on",
    "log_destination=jsonlog",
    "log_rotation_age=0",
    "log_rotation_size=0",
    `log_directory=${folder}`,
    "log_filename=plans.log",
  ];
}

/** Logs the plans of this role's new connections. Requires a superuser. */
export const logPlansOf = (role: string): string => `alter role ${role} set auto_explain.log_min_duration = 0`;

/** The server adds the format's ending to the file name. */
export const planLogFile = "plans.json";

/** One scan of a table, anywhere in a plan. */
export interface Scan {
  /** `Seq Scan`, `Index Scan`, ... */
  node: string;
  table: string;
  index: string | undefined;
  /** Rows read over all loops, including rows that a filter removed. */
  rows: number;
}

/** One executed statement. */
export interface Plan {
  statement: string;
  ms: number;
  scans: Scan[];
}

const nodeSchema = z.looseObject({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  Schema: z.string().optional(),
  "Index Name": z.string().optional(),
  "Actual Rows": z.number().optional(),
  "Actual Loops": z.number().optional(),
  "Rows Removed by Filter": z.number().optional(),
  "Rows Removed by Index Recheck": z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
type Node = z.infer<typeof nodeSchema>;

const lineSchema = z.looseObject({ message: z.string() });
const planSchema = z.looseObject({ "Query Text": z.string(), Plan: nodeSchema });

/** Every plan that the server has logged so far. */
export async function readPlans(file: string): Promise<Plan[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.includes("plan:"));
  return lines.flatMap((line) => {
    const found = /^duration: ([\d.]+) ms\s+plan:\n(.*)$/s.exec(lineSchema.parse(JSON.parse(line)).message);
    if (!found) return [];
    const { "Query Text": text, Plan: root } = planSchema.parse(JSON.parse(found[2] ?? ""));
    return { statement: text.replace(/\s+/g, " ").trim(), ms: Number(found[1]), scans: scansOf(root) };
  });
}

function scansOf(node: Node, heap?: string): Scan[] {
  const below = (node.Plans ?? []).flatMap((child) => scansOf(child, node["Relation Name"] ?? heap));
  const table = node["Relation Name"] ?? (node["Node Type"] === "Bitmap Index Scan" ? heap : undefined);
  if (table === undefined || !node["Node Type"].endsWith("Scan")) return below;
  const read =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const rows = Math.round(read * (node["Actual Loops"] ?? 1));
  return [{ node: node["Node Type"], table, index: node["Index Name"], rows }, ...below];
}

/** A statement over all its runs: the slowest run, and for each access path to a table the most rows. */
export interface Statement {
  text: string;
  runs: number;
  maxMs: number;
  medianMs: number;
  scans: Scan[];
}

/** Groups equal statements with different values; parameter lists of different lengths count as equal. */
export function byStatement(plans: readonly Plan[]): Statement[] {
  const groups = new Map<string, Plan[]>();
  for (const plan of plans) groups.set(plan.statement, [...(groups.get(plan.statement) ?? []), plan]);
  return [...groups].map(([text, runs]) => {
    const scans = new Map<string, Scan>();
    for (const scan of runs.flatMap((run) => run.scans)) {
      const key = [scan.node, scan.table, scan.index].join();
      const known = scans.get(key);
      if (!known || known.rows < scan.rows) scans.set(key, scan);
    }
    const times = runs.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      text,
      runs: runs.length,
      maxMs: times.at(-1) ?? 0,
      medianMs: times[times.length >> 1] ?? 0,
      scans: [...scans.values()],
    };
  });
}

/** Statements that need all rows by purpose. For a tenant with most rows of a table a full scan is the fastest plan. */
export const readsAll: readonly { statement: RegExp; why: string }[] = [
  { statement: /^select json_build_object\( 'tickets'/, why: "the figures over all of a tenant's life" },
  {
    statement: /^with live as materialized/,
    why: "a passage's rank depends on the words of all the tenant's passages",
  },
];

/** Full scans of these tables, except by {@link readsAll}. The names are those of large tables with tenant data. */
export function sequentialScans(
  statements: readonly Statement[],
  tables: ReadonlySet<string>,
): { statement: Statement; scan: Scan }[] {
  const judged = statements.filter(({ text }) => !readsAll.some(({ statement }) => statement.test(text)));
  return judged.flatMap((statement) =>
    statement.scans
      .filter(({ node, table }) => node === "Seq Scan" && tables.has(table))
      .map((scan) => ({ statement, scan })),
  );
}
