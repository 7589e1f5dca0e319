import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { rooms } from "./room-table.mjs";

/** Imports that cross a border of the room table. Tests and tool settings may import what they like. */
export function findForbiddenImports(sources) {
  return sources.filter((source) => !source.isTest && !isToolFile(source.path)).flatMap(checkSource);
}

/** The imported file's path relative to the root, or undefined for a package. */
export function resolveImport(path, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  return posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?[\s\S]*$/, "")));
}

function checkSource(source) {
  const room = roomOf(source.path);
  if (!room)
    return [
      {
        path: source.path,
        line: 1,
        rule: "room",
        message: "this folder is missing from the table in scripts/check/room-table.mjs",
      },
    ];
  if (room.everything) return [];
  return source.imports.flatMap((entry) => {
    const problem = problemOf(source.path, room, entry);
    return problem ? [{ path: source.path, line: entry.line, rule: "room", message: `${room.room} ${problem}` }] : [];
  });
}

function problemOf(path, room, { specifier, typeOnly }) {
  const target = resolveImport(path, specifier);
  if (target === undefined) return packageProblem(room, specifier);
  if (roomOf(target) === room || [room.room, ...room.may].some((allowed) => allows(allowed, target))) return undefined;
  const typesAllowed = (room.mayTypes ?? []).some((allowed) => allows(allowed, target));
  if (typesAllowed && typeOnly) return undefined;
  return typesAllowed ? `may import only types from ${target} (use import type)` : `may not import ${target}`;
}

/** True when the entry of a table covers the file. The layers of a domain, `store` and `routes`, have to be named themselves. */
function allows(allowed, target) {
  const layer = /^server\/[^/]+\/(?:store|routes)(?=\/)/.exec(target)?.[0];
  return covers(allowed, target) && (layer === undefined || allowed.startsWith(layer));
}

function packageProblem(room, specifier) {
  if (isBuiltin(specifier)) return room.node === false ? `may not use the Node.js module ${specifier}` : undefined;
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const refused = room.only ? !room.only.includes(name) : (room.never ?? []).includes(name);
  return refused ? `may not use the package ${name}` : undefined;
}

function roomOf(path) {
  return rooms
    .filter((candidate) => covers(candidate.room, path))
    .reduce((best, candidate) => (best && best.room.length > candidate.room.length ? best : candidate), undefined);
}

function covers(prefix, path) {
  return path.startsWith(`${prefix}/`) || path.replace(/\.[a-z]+$/, "") === prefix;
}

function isToolFile(path) {
  return path.endsWith(".mjs") || /\.config\.[a-z]+$/.test(path) || path.endsWith(".d.ts");
}
