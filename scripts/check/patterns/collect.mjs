import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { parseSync, Visitor } from "oxc-parser";
import { inProject, projectRoot } from "../../setup/paths.mjs";

/** Programs that only read the project's own files and public data sets. */
const ownFilesOnly = /^(?:lab|scripts\/(?:check|docs|nodes|reference|screenshots))\//;

/** Whether the patterns of a file are checked. */
export function isChecked({ path, isTest }) {
  return !isTest && !ownFilesOnly.test(path);
}

/**
 * Reads the regular expressions of a file without running it.
 *
 * `patterns`: the literals, and the literals in comments `// pattern-example: /.../`. Such a comment stands beside a
 * `new RegExp` that only runs in a browser. `builds`: the lines with `new RegExp` and no example.
 */
export function readPatterns(path, text = readFileSync(inProject(path), "utf8")) {
  const { program, comments } = parseSync(path, text);
  const lineOf = (offset) => text.slice(0, offset).split("\n").length;
  const patterns = [];
  const buildLines = [];
  const readBuild = ({ callee, start }) => {
    if (callee.type === "Identifier" && callee.name === "RegExp") buildLines.push(lineOf(start));
  };
  const visitor = new Visitor({
    Literal({ regex, start }) {
      if (regex) patterns.push({ path, lines: [lineOf(start)], source: regex.pattern, flags: regex.flags });
    },
    NewExpression: readBuild,
    CallExpression: readBuild,
  });
  visitor.visit(program);

  const remarks = comments.map(({ value, end }) => ({ text: value.trim(), line: lineOf(end) }));
  for (const { text: remark, line } of remarks) {
    const [, source, flags] = /^pattern-example: \/(.+)\/([a-z]*)$/.exec(remark) ?? [];
    if (source) patterns.push({ path, lines: [line], source, flags });
  }
  const hasExample = (line) =>
    remarks.some((remark) => remark.text.startsWith("pattern-example: ") && isBeside(remark.line, line));
  return { patterns, remarks, builds: buildLines.filter((line) => !hasExample(line)).map((line) => ({ path, line })) };
}

/** Runs the modules in a process of their own and returns the regular expressions that they build. */
export async function recordPatterns(paths) {
  if (paths.length === 0) return [];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--enable-source-maps",
      "--import",
      "./scripts/setup/load-typescript.mjs",
      "scripts/check/patterns/record.mjs",
      ...paths,
    ],
    { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

/** The input limit from a comment `// pattern-bound <characters>: <who limits the input>`, at most two lines above. */
export function boundOf(lines, remarks) {
  const bounds = remarks.flatMap(({ text, line }) =>
    lines.some((other) => isBeside(line, other)) ? Number(/^pattern-bound (\d+): \S/.exec(text)?.[1] ?? []) : [],
  );
  return bounds.filter((bound) => bound > 0).sort((one, other) => one - other)[0];
}

function isBeside(remarkLine, line) {
  return remarkLine <= line && remarkLine >= line - 2;
}
