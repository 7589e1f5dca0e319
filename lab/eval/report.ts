import { columns } from "../../scripts/cli/columns.ts";

/** The project's target for a figure. */
export interface Target {
  atLeast?: number;
  atMost?: number;
}

/** One measurement. */
export interface Figure {
  /** Name of its measure, e.g. `cache`. */
  group: string;
  /** Data set and the measured part of it. */
  on: string;
  name: string;
  value: number;
  target?: Target;
  /** Number of questions, pairs or calls behind the value. */
  count?: number;
}

/** Rows of one kind in addition to the figures, e.g. the same figure for several thresholds. */
export interface Table {
  group: string;
  title: string;
  rows: Record<string, string | number>[];
}

export interface MeasureResult {
  figures: Figure[];
  tables: Table[];
  /** Sets missing from the folder. */
  missing: string[];
  /** Notes for interpreting the figures. */
  notes: string[];
}

export function emptyResult(): MeasureResult {
  return { figures: [], tables: [], missing: [], notes: [] };
}

export type Verdict = "reached" | "not reached" | "";

/** Whether a figure meets its target; empty for a figure without a target. */
export function verdictOf({ value, target }: Figure): Verdict {
  if (!target) return "";
  const isReached =
    value >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (target.atMost ?? Number.POSITIVE_INFINITY);
  return isReached ? "reached" : "not reached";
}

/** Figures, tables, missing sets and notes as text for a terminal. */
export function renderReport({ figures, tables, missing, notes }: MeasureResult): string {
  const parts: string[] = [];
  if (figures.length > 0) {
    const head = ["measure", "on", "figure", "value", "target", "", "n"];
    const rows = figures.map((figure) => [
      figure.group,
      figure.on,
      figure.name,
      numberText(figure.value),
      targetText(figure.target),
      verdictOf(figure),
      figure.count === undefined ? "" : String(figure.count),
    ]);
    parts.push(columns([head, ...rows]));
  }
  for (const { group, title, rows } of tables) {
    const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const body = rows.map((row) => head.map((key) => cellText(row[key])));
    parts.push(`${group}: ${title}\n${columns([head, ...body])}`);
  }
  if (missing.length > 0) parts.push(missing.map((name) => `${name}: missing`).join("\n"));
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function cellText(value: string | number | undefined): string {
  return typeof value === "number" ? numberText(value) : (value ?? "");
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3);
}

function targetText(target: Target | undefined): string {
  if (target?.atLeast !== undefined) return `>= ${target.atLeast}`;
  return target?.atMost === undefined ? "" : `<= ${target.atMost}`;
}
