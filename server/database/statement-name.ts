import { createHash } from "node:crypto";

/** Name of a statement. Parameters are never part of its text. */
export interface StatementName {
  /** E.g. `insert messages`. */
  name: string;
  /** Distinguishes statements of the same name; the same in every process of a version. */
  hash: string;
}

const known = new Map<string, StatementName>();
/** Parley's own statements are several hundred; those composed from parts are a few more. */
const mostKnown = 2_000;
const writing = /\b(insert\s+into|update|delete\s+from)\s+([a-z_][\w.]*)/i;
const reading = /\bfrom\s+([a-z_][\w.]*)/i;

/** Names a statement by its operation and table. With several writes, the last one counts. */
export function statementName(sql: string): StatementName {
  const found = known.get(sql);
  if (found) return found;
  const made = { name: nameOf(sql), hash: createHash("sha256").update(sql).digest("hex").slice(0, 12) };
  if (known.size < mostKnown) known.set(sql, made);
  return made;
}

function nameOf(sql: string): string {
  const text = sql
    .replaceAll('"', "")
    .replace(/\bfor\s+(no\s+key\s+)?update\b/gi, "")
    .replace(/\bdo\s+update\b/gi, "");
  const writes = [...text.matchAll(new RegExp(writing, "gi"))].at(-1);
  if (writes) return `${writes[1]?.split(/\s/)[0]?.toLowerCase()} ${writes[2]?.toLowerCase()}`;
  const table = reading.exec(text)?.[1];
  return table ? `select ${table.toLowerCase()}` : (/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement");
}
