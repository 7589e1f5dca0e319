import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { inProject } from "../../setup/paths.mjs";

/** Programs over the project's own files and sets; nothing from outside comes to their patterns. */
const ownFilesOnly = /^scripts\/(?:bench|check|docs|eval|faults|nodes|reference|screenshots)\//;

/** Whether the patterns of a file are checked. */
export function isChecked({ path, isTest }) {
  return !isTest && !ownFilesOnly.test(path);
}

/** The patterns that are written out in a file: `{path, line, source, flags}`. */
export function writtenPatterns(path, text = readFileSync(inProject(path), "utf8")) {
  const found = [];
  const lineOf = (offset) => text.slice(0, offset).split("\n").length;
  const visitor = new Visitor({
    Literal({ regex, start }) {
      if (regex) found.push({ path, line: lineOf(start), source: regex.pattern, flags: regex.flags });
    },
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

/** Whether a file builds patterns when it runs. */
export function buildsPatterns(path, text = readFileSync(inProject(path), "utf8")) {
  return /\bRegExp\(/.test(text);
}

/**
 * What a file says of a pattern that is not known to be linear: `// pattern-bound <characters>: <who cuts the text>` or
 * `// pattern-unknown: <reason>`, at most two lines above it; of a pattern that is built, anywhere in the file.
 */
export function remarksOn({ line }, comments) {
  const near = comments.filter(({ endLine }) => line === undefined || (endLine <= line && endLine >= line - 2));
  const bounds = near.flatMap(({ text }) => /^pattern-bound (\d+): \S/.exec(text)?.[1] ?? []).map(Number);
  return {
    bound: bounds.length > 0 ? Math.min(...bounds) : undefined,
    mayBeUnknown: near.some(({ text }) => /^pattern-unknown: \S/.test(text)),
  };
}
