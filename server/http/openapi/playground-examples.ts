const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a";

/** Example values for fields of the playground: an answer that was tried again with other guidance. */
export const playgroundWords: Record<string, unknown> = {
  sets: "Policies",
  parent_id: `${id}1e`,
  parent_message_id: `${id}1f`,
  rephrased_question: "How do I send an order back?",
  "steps.node": "retrieve",
  "steps.note": "Searched by words only: vectors are missing or still being created.",
  "cache.reason": "too_far",
};
