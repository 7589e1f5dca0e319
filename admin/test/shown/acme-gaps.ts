import type { GapDetail, GapView } from "../../../protocol/admin-gaps.ts";
import { minutesAgo, uuid } from "../mock-data.ts";
import { seedGaps } from "../mock-gaps.ts";

/** Unanswered questions of Acme Cloud's visitors. */
export function acmeGaps(): GapView[] {
  const questions = [
    "Is a credit paid out in money?",
    "Can we move our data to another region, and does our address in the API change with it?",
    "Is there a contract for data processing?",
    "Can I add a second workspace?",
    "Are you hiring?",
  ];
  return seedGaps().map((gap, at) => ({ ...gap, question: questions[at] ?? gap.question }));
}

/** The most expensive gap, with its questions and answers. */
export function creditGap(): GapDetail {
  const gap = acmeGaps()[0] as GapView; // seeded there
  const ask = (n: number, question: string, answer: string | null): GapDetail["items"][number] => ({
    question,
    ticket: { id: uuid(340 + n), number: 1340 + n },
    asked_at: minutesAgo(40 + 300 * n * n),
    causes: answer ? ["no_documents", "answered_differently"] : ["low_grade"],
    report: null,
    cost_minutes: 12,
    answer: answer ? { text: answer, agent: n === 2 ? "Ada Agent" : "Ben Okafor", is_liked: n === 2 } : null,
  });
  const nearest = (n: number, title: string, heading: string, text: string, score: number) => ({
    document_id: uuid(900 + n),
    title,
    heading,
    text,
    score,
  });
  return {
    gap,
    items: [
      ask(0, gap.question, null),
      ask(
        2,
        "I leave at the end of the year. Do I get the rest of my credit back?",
        "Yes: what is left of a credit is paid out within 14 days of closing the account, to the card that paid last.",
      ),
      ask(
        3,
        "credit -> bank account??",
        "It is paid out when the account is closed. Until then it pays your next invoices.",
      ),
      ask(5, "Can you send us the unused credit of our old workspace by bank transfer?", null),
    ],
    nearest: [
      nearest(
        2,
        "Refunds",
        "After a downgrade",
        "Unused time is credited to your account within 5 working days.",
        0.48,
      ),
      nearest(
        3,
        "Invoices and receipts",
        "What an invoice says",
        "You can find every invoice under Billing, Invoices, for ten years.",
        0.22,
      ),
    ],
  };
}
