import { posix } from "node:path";
import { resolveImport } from "./layer-rule.mjs";
import { isExcused } from "./size-rule.mjs";

const crumbLines = 25;
/** The file that takes a crumb in stays below the limit of the size rule. */
const mergedLines = 240;
/** An element of a screen has one style file beside it; a file in `routes` holds the routes of one resource, one in `wiring` wires one part. */
const hasPlace = /\.styles\.ts$|\/routes\/|^server\/wiring\/|\.d\.ts$|\.config\.[a-z]+$/;

/**
 * Files too small to be looked for: few lines, no test, and one file that imports them, in the same folder. Files that a file of another folder
 * or a test imports, and files that are loaded later or for their effect alone have a place of their own.
 */
export function findCrumbs(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const importsOf = new Map();
  for (const source of sources)
    for (const entry of source.imports) {
      const target = resolveImport(source.path, entry.specifier);
      if (byPath.has(target)) importsOf.set(target, [...(importsOf.get(target) ?? []), { ...entry, source }]);
    }
  return sources.flatMap((source) => {
    if (source.isTest || source.codeLines > crumbLines || hasPlace.test(source.path) || isExcused(source, "crumb"))
      return [];
    const imports = importsOf.get(source.path) ?? [];
    const into = imports[0]?.source;
    const isOnly = imports.every((entry) => entry.source === into && !entry.lazy && !entry.isBare);
    if (!into || !isOnly || into.isTest || posix.dirname(into.path) !== posix.dirname(source.path)) return [];
    if (source.lines + into.lines > mergedLines) return [];
    const message = `${source.codeLines} lines that only ${into.path} imports; move them into that file`;
    return [{ path: source.path, line: 1, rule: "crumb", message }];
  });
}
