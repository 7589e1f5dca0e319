import { listDocumentsOf, listDocumentsOfVersions } from "../store/added-chunks.ts";
import type { TenantTransaction } from "../store/transaction.ts";
import type { TrialVersions } from "./ports.ts";

/** Documents that answers on this draft see otherwise than published. */
export async function documentsOfDraft(
  tx: TenantTransaction,
  { add = [], leaveOut = [] }: TrialVersions = {},
): Promise<ReadonlySet<string>> {
  const [added, leftOut] = await Promise.all([listDocumentsOfVersions(tx, add), listDocumentsOf(tx, leaveOut)]);
  return new Set([...added, ...leftOut]);
}
