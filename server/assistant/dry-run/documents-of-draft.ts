import type { TenantTransaction } from "../../database/transaction.ts";
import { listDocumentsApart, listDocumentsOf, listDocumentsOfVersions } from "../store/added-chunks.ts";
import type { TrialDraft } from "./ports.ts";

/** Documents that answers on this draft see otherwise than published. */
export async function documentsOfDraft(
  tx: TenantTransaction,
  { versions: { add = [], leaveOut = [] } = {}, sets }: Pick<TrialDraft, "versions" | "sets">,
): Promise<ReadonlySet<string>> {
  const added = await listDocumentsOfVersions(tx, add);
  const leftOut = await listDocumentsOf(tx, leaveOut);
  const apart = sets === undefined ? [] : await listDocumentsApart(tx, sets);
  return new Set([...added, ...leftOut, ...apart]);
}
