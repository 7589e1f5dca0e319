import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../../setup/paths.mjs";

export const chartFolder = inProject("ops/helm/parley");
export const casesFolder = inProject("scripts/package/chart/cases");
export const renderedFolder = inProject("scripts/package/chart/rendered");

/**
 * Hash of the inputs of a rendered case. The schema of the values is left out, because it only rejects values. @param name of the case,
 * without its ending
 */
export function hashOfCase(name) {
  const hash = createHash("sha256").update(readFileSync(join(casesFolder, `${name}.yaml`)));
  const files = readdirSync(chartFolder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== "values.schema.json",
  );
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash.update(path.slice(chartFolder.length)).update(readFileSync(path));
  return hash.digest("hex");
}

export function listCases() {
  return readdirSync(casesFolder).map((file) => file.replace(/\.yaml$/, ""));
}
