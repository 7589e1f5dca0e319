const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1";

/** Example values for fields of the copilot: two versions of a policy that were compared. */
export const copilotWords: Record<string, unknown> = {
  version_id: `${id}b`,
  "mentions.documents": [`${id}b`],
  "mentions.sets": ["Policies"],
  "question.options": ["compare", "summarize"],
  "mentions.also": [`${id}b`],
  "mentions.leave_out": [`${id}c`],
  "context.summaries": ["The refund policy was compared with its version before: 14 days became 30."],
  "merged_from.conversation_id": `${id}d`,
  "merged_from.finding_id": "f1",
  "brought_back.conversation_id": `${id}e`,
  "brought_back.finding_id": "f1",
  root_id: `${id}d`,
  "forked_at.words": "Who pays for the parcel back?",
  "items.summary": "Return shipping costs, and since when they apply.",
  "left.summary": "Return shipping costs, and since when they apply.",
  "right.summary": "Answers about returns that customers got in spring.",
  attached: "You have 30 days to send an order back.",
  answered: "Refund policy, Refund policy (version 1)",
};
