import type { TenantTransaction } from "../../database/transaction.ts";
import { listAskedQuestions, replaceQuestions } from "../store/gap-questions.ts";
import { leaveEndedGap, openReportedGaps } from "../store/gap-reports.ts";
import { countedQuestions } from "./cost.ts";

/**
 * Opens a gap for the question of a reported answer, in the transaction of the report. A question that is in an open gap stays there.
 * @param answer the answer's ticket and turn
 */
export async function openGapOfReport(
  tx: TenantTransaction,
  { ticketId, turnId }: { ticketId: string; turnId: string },
): Promise<void> {
  const asked = await listAskedQuestions(tx, [ticketId]);
  await replaceQuestions(tx, [ticketId], countedQuestions(asked, new Date()));
  await leaveEndedGap(tx, turnId);
  await openReportedGaps(tx);
}
