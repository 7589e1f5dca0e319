import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The last migration of the first version: earlier ones have nothing to remove. */
const lastOfFirstVersion = "0012_operations.sql";
const folder = "db/migrations";
/** `-- removes, unused since 0.2.0: sessions live in the token` among the first lines. */
const mark = /^-- removes, unused since \d+\.\d+(?:\.\d+)?: .{10,}/m;

const removals = [
  [/\bdrop\s+(?!not\s+null\b)(?:materialized\s+)?(\w+)/g, (match) => `drops a ${match[1]}`],
  [/\brename\s+(?:to|column|constraint|value|attribute|\w+\s+to)\b/g, () => "renames"],
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/g, () => "changes the type of a column"],
  [/\bset\s+not\s+null\b/g, () => "requires a value that the previous version may not set"],
  [/\btruncate\b/g, () => "empties a table"],
  [/\brevoke\b/g, () => "revokes a right"],
];

/** Migrations that remove or narrow something that a process of the previous version may still use. */
export function findRemovals(migrations) {
  return migrations
    .filter(({ path }) => path.slice(path.lastIndexOf("/") + 1) > lastOfFirstVersion)
    .filter(({ text }) => !mark.test(text.split("\n").slice(0, 10).join("\n")))
    .flatMap(({ path, text }) => {
      const sql = withoutComments(text).toLowerCase();
      const found = removals.flatMap(([pattern, say]) =>
        [...sql.matchAll(pattern)].map((match) => ({ index: match.index, what: say(match) })),
      );
      return [...found, ...findDemandingColumns(sql)].map(({ index, what }) => ({
        path,
        line: sql.slice(0, index).split("\n").length,
        rule: "migration",
        message: `${what}, but the previous version still runs during the migration (CONTRIBUTING.md, "How to add a table")`,
      }));
    });
}

export function readMigrations(root) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), "utf8") }));
}

/** New required columns of existing tables, which the previous version's inserts would leave empty. */
function findDemandingColumns(sql) {
  return [...sql.matchAll(/\badd\s+column\b/g)]
    .filter(({ index }) => {
      const column = untilComma(sql, index);
      return /\bnot\s+null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column);
    })
    .map(({ index }) => ({ index, what: "adds a column that is not null without a default" }));
}

/** The text from a position to the comma or semicolon that ends it, including brackets. */
function untilComma(sql, from) {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === "(") depth += 1;
    else if (sql[at] === ")") depth -= 1;
    else if (depth === 0 && (sql[at] === "," || sql[at] === ";")) return sql.slice(from, at);
  }
  return sql.slice(from);
}

/** Replaces comments and quoted texts with blanks, so that positions stay the same. */
function withoutComments(text) {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) => part.replace(/[^\n]/g, " "));
}
