import { buildPart, buildParts, isBuilt } from "./build-parts.mjs";
import { withSetupLock } from "./lock.mjs";

/** Builds the parts that are missing or older than their sources. True when every part is there. */
export async function ensureBuilt() {
  if (buildParts.every(isBuilt)) return true;
  return withSetupLock(async () => {
    const parts = buildParts.filter((part) => !isBuilt(part));
    return parts.length === 0 || buildAll(parts);
  });
}

/** Builds the given parts in parallel. Returns true when all succeed. */
export async function buildAll(parts) {
  console.error(`Building ${parts.map((part) => part.name).join(", ")}...`);
  const results = await Promise.all(parts.map(buildPart));
  return results.every(Boolean);
}
