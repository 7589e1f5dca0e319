import type { TicketDetail } from "../../../protocol/admin.ts";
import type { Citation, Message } from "../../../protocol/messages.ts";
import { message, uuid } from "../mock-data.ts";

const cited: Citation[] = [
  {
    index: 1,
    chunk_id: "c-1",
    document_id: uuid(901),
    title: "Changing your plan",
    url: "https://docs.example.com/plans",
    heading: "Downgrades",
    quote: "A downgrade takes effect at the end of the billing period.",
  },
  {
    index: 2,
    chunk_id: "c-2",
    document_id: uuid(902),
    title: "Refunds",
    url: "https://docs.example.com/refunds",
    page: 3,
    quote: "Unused time is credited to your account within 5 working days.",
  },
];

/** The assistant's draft and the reason for the hand-over. */
export const downgradeDraft: NonNullable<TicketDetail["draft"]> = {
  content:
    "A downgrade takes effect at the **end of the billing period** [1], so nothing is taken away from you before. Unused time is credited to your account within 5 working days [2].\n\n1. Open *Billing*\n2. Choose the smaller plan\n3. Confirm with `Change plan`",
  citations: cited,
  is_weak: false,
  grade: { score: 0.46, tier: "low", reason: "Whether a credit is paid out in money is not covered by the sources." },
  grading: {
    supported: ["A downgrade takes effect at the end of the billing period."],
    unsupported: [],
    missing: ["Is it paid out, or is it a credit?"],
  },
  sources: [
    {
      chunk_id: "c-1",
      document_id: uuid(901),
      title: "Changing your plan",
      url: "https://docs.example.com/plans",
      score: 0.82,
      text: "You can change your plan at any time. A downgrade takes effect at the end of the billing period. An upgrade takes effect at once.",
    },
    {
      chunk_id: "c-2",
      document_id: uuid(902),
      title: "Refunds",
      url: "https://docs.example.com/refunds",
      score: 0.61,
      text: "Unused time is credited to your account within 5 working days.",
    },
    {
      chunk_id: "c-3",
      document_id: uuid(903),
      title: "Invoices and receipts",
      url: "https://docs.example.com/invoices",
      score: 0.31,
      text: "You can find every invoice under Billing, Invoices, for ten years.",
    },
  ],
};

/** Messages before the hand-over. */
export function downgradeMessages(): Message[] {
  return [
    message(901, "visitor", "Hi! We want to go from Team to Starter. When does that count?", 18),
    message(
      902,
      "assistant",
      "You can change your plan at any time under *Billing* [1]. A downgrade takes effect at the **end of the billing period** [1].",
      17,
      {
        citations: cited.slice(0, 1),
        grade: { score: 0.86, tier: "high", reason: "Both sentences stand in the source." },
        usage: { input_tokens: 900, output_tokens: 80, cached_tokens: 0, cost_micros: 2_100 },
      },
    ),
    message(903, "visitor", "And the rest of this month: is it paid out, or is it a credit?", 15),
    message(
      904,
      "assistant",
      "I couldn't find a reliable answer, so I've passed this to our team. Your conversation is **#1342**.",
      14,
    ),
  ];
}
