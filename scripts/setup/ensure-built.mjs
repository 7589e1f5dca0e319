import { buildPart, buildParts, isBuilt } from "./build-parts.mjs";
import { withSetupLock } from "./lock.mjs";

/** Builds what is missing or older than its sources. True when everything is there. */
export async function ensureBuilt() {
  if (buildParts.every(isBuilt)) return true;
  return withSetupLock(async () => {
    const parts = buildParts.filter((part) => !isBuilt(part));
    return parts.length === 0 || buildAll(parts);
  });
}

/** Builds the given parts at the same time. True when all of them worked. */
export async function buildAll(parts) {
  console.error(`Building ${parts.map((part) => part.name).join(", ")}...`);
  const results = await Promise.all(parts.map(buildPart));
  return results.every(Boolean);
}
