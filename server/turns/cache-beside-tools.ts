import { createHash } from "node:crypto";
import type { CachePort } from "../assistant/ports.ts";
import type { OfferedTool, ToolPort } from "../assistant/tool-ports.ts";

/**
 * The cache of visitors who may use the same tools. An answer that was found without a tool holds for them: with just these tools nobody
 * needed one. For somebody who may use others, the same question may be one for a tool.
 * @param cacheOf the cache of a set of tools; empty for none.
 */
export function cacheBesideTools(tools: ToolPort, cacheOf: (toolset: string) => CachePort): CachePort {
  let made: Promise<CachePort> | undefined;
  const cache = () => {
    made ??= tools.offered().then((offered) => cacheOf(nameOf(offered)));
    return made;
  };
  return {
    lookup: async (question) => (await cache()).lookup(question),
    lookupByPassages: async (question, passages) => (await cache()).lookupByPassages(question, passages),
    store: async (entry) => (await cache()).store(entry),
  };
}

function nameOf(offered: readonly OfferedTool[]): string {
  if (offered.length === 0) return "";
  const told = offered.map(({ id, description, examples }) => [id, description, examples]);
  return createHash("sha256").update(JSON.stringify(told)).digest("base64url").slice(0, 12);
}
