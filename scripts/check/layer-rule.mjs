import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { layers } from "./layer-table.mjs";

/** Imports that cross a border of the layer table. Tests and tool settings may import what they like. */
export function findForbiddenImports(sources) {
  return sources.filter((source) => !source.isTest && !isToolFile(source.path)).flatMap(checkSource);
}

/** The imported file's path relative to the root, or undefined for a package. */
export function resolveImport(path, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  return posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?[\s\S]*$/, "")));
}

function checkSource(source) {
  const layer = layerOf(source.path);
  if (!layer)
    return [
      {
        path: source.path,
        line: 1,
        rule: "layer",
        message: "this folder is missing from the table in scripts/check/layer-table.mjs",
      },
    ];
  if (layer.everything) return [];
  return source.imports.flatMap((entry) => {
    const problem = problemOf(source.path, layer, entry);
    return problem
      ? [{ path: source.path, line: entry.line, rule: "layer", message: `${layer.layer} ${problem}` }]
      : [];
  });
}

function problemOf(path, layer, { specifier, typeOnly }) {
  const target = resolveImport(path, specifier);
  if (target === undefined) return packageProblem(layer, specifier);
  if (layerOf(target) === layer || [layer.layer, ...layer.may].some((allowed) => allows(allowed, target)))
    return undefined;
  const typesAllowed = (layer.mayTypes ?? []).some((allowed) => allows(allowed, target));
  if (typesAllowed && typeOnly) return undefined;
  return typesAllowed ? `may import only types from ${target} (use import type)` : `may not import ${target}`;
}

/** True when the entry of a table covers the file. The layers of a domain, `store` and `routes`, have to be named themselves. */
function allows(allowed, target) {
  const inner = /^server\/[^/]+\/(?:store|routes)(?=\/)/.exec(target)?.[0];
  return covers(allowed, target) && (inner === undefined || allowed.startsWith(inner));
}

function packageProblem(layer, specifier) {
  if (isBuiltin(specifier)) return layer.node === false ? `may not use the Node.js module ${specifier}` : undefined;
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const refused = layer.only ? !layer.only.includes(name) : (layer.never ?? []).includes(name);
  return refused ? `may not use the package ${name}` : undefined;
}

function layerOf(path) {
  return layers
    .filter((candidate) => covers(candidate.layer, path))
    .reduce((best, candidate) => (best && best.layer.length > candidate.layer.length ? best : candidate), undefined);
}

function covers(prefix, path) {
  return path.startsWith(`${prefix}/`) || path.replace(/\.[a-z]+$/, "") === prefix;
}

function isToolFile(path) {
  return path.endsWith(".mjs") || /\.config\.[a-z]+$/.test(path) || path.endsWith(".d.ts");
}
