import type { TicketDetail } from "../../protocol/admin.ts";
import { citations, hostileText, message, minutesAgo, uuid } from "./mock-data.ts";
import { detail, type Seed } from "./mock-ticket.ts";

const draft: TicketDetail["draft"] = {
  content:
    "A downgrade takes effect at the **end of the billing period** [1]. Unused time is credited to your account [2].\n\n1. Open *Billing*\n2. Choose the smaller plan\n3. Confirm with `Change plan`",
  citations,
  is_weak: false,
  grade: { score: 0.46, tier: "low", reason: "Whether a credit is paid out in money is not covered by the sources." },
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
      url: null,
      score: 0.61,
      text: "Unused time is credited to your account within 5 working days.",
    },
    {
      chunk_id: "c-3",
      document_id: uuid(903),
      title: "Invoices and receipts <b>bold</b>",
      url: "javascript:window.pwned=1",
      score: 0.31,
      text: hostileText,
    },
  ],
};

export function seedTickets(): Map<string, TicketDetail> {
  const seeds: Seed[] = [
    {
      n: 42,
      name: "Maja Lindqvist",
      subject: "Do I get money back when I downgrade?",
      status: "pending_human",
      reason: "low_grade",
      waiting: 14,
      draft,
      summary:
        "Maja moved from Team to Starter mid-month and wants to know whether the rest is paid out or credited. She has asked once before.",
      messages: [
        message(
          1,
          "visitor",
          "Hi! I want to go from Team to Starter.\nDo I get money back for the rest of the month?",
          18,
        ),
        message(
          2,
          "assistant",
          "You can change your plan at any time under *Billing* [1]. A downgrade takes effect at the end of the billing period [1].",
          17,
          {
            citations,
            grade: { score: 0.81, tier: "high", reason: "Both sentences stand in the source." },
            cached: false,
            usage: { input_tokens: 900, output_tokens: 80, cached_tokens: 0, cost_micros: 2100 },
          },
        ),
        message(3, "visitor", "ok but is it paid out, or is it a credit?", 15),
        message(
          4,
          "assistant",
          "I couldn't find a reliable answer, so I've passed this to our team. Your conversation is **#1042**.",
          14,
        ),
      ],
    },
    {
      n: 43,
      name: null,
      subject: "SSO with Okta fails with error AADSTS50011",
      status: "pending_human",
      reason: "no_documents",
      waiting: 71,
      messages: [message(11, "visitor", "SSO with Okta fails with error AADSTS50011", 71)],
    },
    {
      n: 44,
      name: "Tom Okafor",
      subject: "I want to talk to a real person please",
      status: "in_progress",
      assignee: "Ada Agent",
      waiting: 4,
      reason: "asked_for_person",
      messages: [
        message(21, "visitor", "I want to talk to a real person please", 9),
        message(22, "agent", "Hello Tom, I am here. What can I do?", 6, {
          agent: { id: "person-1", name: "Ada Agent" },
        }),
        message(23, "visitor", "My invoice shows the wrong company name.", 4),
      ],
    },
    {
      n: 45,
      name: '<img src=x onerror="window.pwned=1"> Mallory',
      subject: '<script>window.pwned=1</script> "quoted" title',
      status: "pending_human",
      reason: "sensitive_topic",
      waiting: 2,
      forms: [
        {
          version: 2,
          ticket_id: uuid(45),
          answers: [
            { id: "email", kind: "email", label: null, value: "mallory@example.com" },
            { id: "order", kind: "text", label: hostileText, value: hostileText },
          ],
          consent: { text: hostileText, link: { label: "<b>Privacy</b>", url: "javascript:window.pwned=1" } },
          created_at: minutesAgo(3),
        },
      ],
      messages: [
        message(31, "visitor", hostileText, 3),
        message(32, "assistant", hostileText, 2, {
          citations: [
            {
              index: 1,
              chunk_id: "x",
              title: "<b>t</b>",
              url: "javascript:window.pwned=1",
              quote: "<img src=x onerror=window.pwned=1>",
            },
          ],
        }),
      ],
      draft: { ...draft!, content: `${hostileText} [1]` },
    },
    {
      n: 46,
      name: "عبد الله الفارسي",
      subject: "كيف يمكنني تغيير كلمة المرور؟",
      status: "open",
      messages: [
        message(41, "visitor", "كيف يمكنني تغيير كلمة المرور؟", 5),
        message(42, "assistant", "افتح **الإعدادات** ثم اختر كلمة المرور.", 5, {
          grade: { score: 0.9, tier: "high", reason: "Supported." },
          cached: true,
        }),
      ],
    },
    {
      n: 47,
      name: "Kim Park",
      subject: "Where do I find my invoices?",
      status: "open",
      messages: [message(51, "visitor", "Where do I find my invoices?", 1)],
    },
    {
      n: 48,
      name: "Ines Duarte",
      subject: "Change the owner of the account",
      status: "resolved",
      assignee: "Bo Bauer",
      messages: [
        message(61, "visitor", "Change the owner of the account", 600),
        message(62, "agent", "Done: the new owner has an e-mail.", 580, {
          agent: { id: "person-2", name: "Bo Bauer" },
        }),
      ],
    },
  ];
  return new Map(seeds.map((seed) => [uuid(seed.n), detail(seed)]));
}
