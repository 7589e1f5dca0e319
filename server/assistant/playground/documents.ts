import type { PlaygroundDocuments } from "../../../protocol/playground.ts";
import { withTenant } from "../../database/transaction.ts";
import { listTriableVersions } from "../store/playground-documents.ts";
import type { PlaygroundDeps } from "./deps.ts";

/** Lists the documents that a draft can change, each with the versions that can replace the published one. */
export async function listDocuments(
  { db }: Pick<PlaygroundDeps, "db">,
  tenantId: string,
): Promise<PlaygroundDocuments> {
  const rows = await withTenant(db, tenantId, listTriableVersions);
  const items = new Map<string, PlaygroundDocuments["items"][number]>();
  for (const { document_id, title, set_name: set, ...version } of rows) {
    const item = items.get(document_id) ?? { document_id, title, set, versions: [] };
    items.set(document_id, item);
    item.versions.push(version);
  }
  return { items: [...items.values()] };
}
