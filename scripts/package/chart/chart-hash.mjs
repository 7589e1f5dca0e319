import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../../setup/paths.mjs";

export const chartFolder = inProject("ops/helm/parley");
export const casesFolder = inProject("scripts/package/chart/cases");
export const renderedFolder = inProject("scripts/package/chart/rendered");

/** Changes with whatever a rendered case is made of; the schema of the values only says what is refused. @param name of the case, without its ending */
export function hashOfCase(name) {
  const hash = createHash("sha256").update(readFileSync(join(casesFolder, `${name}.yaml`)));
  const files = readdirSync(chartFolder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== "values.schema.json",
  );
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash.update(path.slice(chartFolder.length)).update(readFileSync(path));
  return hash.digest("hex");
}

/** The names of the cases. */
export function listCases() {
  return readdirSync(casesFolder).map((file) => file.replace(/\.yaml$/, ""));
}
