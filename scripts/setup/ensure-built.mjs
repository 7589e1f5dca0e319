import { buildPart, buildParts, isBuilt } from "./build-parts.mjs";
import { withSetupLock } from "./lock.mjs";

/** Builds what is missing or older than its sources. Ends the process when that fails. */
export async function ensureBuilt() {
  if (buildParts.every(isBuilt)) return;
  await withSetupLock(async () => {
    const parts = buildParts.filter((part) => !isBuilt(part));
    if (parts.length > 0 && !(await buildAll(parts))) process.exit(1);
  });
}

/** Builds the given parts at the same time. True when all of them worked. */
export async function buildAll(parts) {
  console.error(`Building ${parts.map((part) => part.name).join(", ")}...`);
  const results = await Promise.all(parts.map(buildPart));
  return results.every(Boolean);
}
