import { resolveImport } from "./layer-rule.mjs";

/** Import cycles at run time; type-only and lazy imports do not count. */
export function findCycles(sources) {
  const graph = new Map(sources.filter((source) => !source.isTest).map((source) => [source.path, targetsOf(source)]));
  const done = new Set();
  const problems = [];
  for (const start of graph.keys()) walk(start, { graph, done, trail: [], problems });
  return problems;
}

function targetsOf(source) {
  return source.imports
    .filter((entry) => !entry.typeOnly && !entry.lazy)
    .map((entry) => resolveImport(source.path, entry.specifier))
    .filter((target) => target !== undefined);
}

function walk(path, state) {
  const { graph, done, trail, problems } = state;
  const seenAt = trail.indexOf(path);
  if (seenAt >= 0) {
    const circle = [...trail.slice(seenAt), path];
    problems.push({ path, line: 1, rule: "cycle", message: circle.join(" -> ") });
    return;
  }
  if (done.has(path)) return;
  trail.push(path);
  for (const target of graph.get(path) ?? []) walk(target, state);
  trail.pop();
  done.add(path);
}
