const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1";

/** What the document shows of the copilot in a field of an answer: two versions of a policy that were compared. */
export const copilotWords: Record<string, unknown> = {
  version_id: `${id}b`,
  "mentions.documents": [`${id}b`],
  "mentions.sets": ["Policies"],
  "question.options": ["compare", "summarize"],
  "mentions.also": [`${id}b`],
  "mentions.leave_out": [`${id}c`],
  attached: "You have 30 days to send an order back.",
  answered: "Refund policy, Refund policy (version 1)",
};
