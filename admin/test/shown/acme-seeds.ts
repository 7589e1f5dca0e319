import type { Label } from "../../../protocol/triage.ts";
import { message, uuid } from "../mock-data.ts";
import type { Seed } from "../mock-ticket.ts";
import { downgradeDraft, downgradeMessages } from "./acme-draft.ts";

/** Ids of tickets that screens open, in seed order. */
export const shownTickets = {
  draft: uuid(342),
  weak: uuid(343),
  mine: uuid(344),
  arabic: uuid(346),
  german: uuid(350),
  merged: uuid(352),
} as const;

export const ada = { id: "person-1", name: "Ada Agent" };
export const ben = { id: uuid(7002), name: "Ben Okafor" };

export const acmeLabels: Label[] = (
  [
    ["Billing", "blue"],
    ["Bug", "red"],
    ["Refund", "orange"],
    ["Single sign-on", "purple"],
    ["Domains", "teal"],
    ["Feature wish", "green"],
    ["VIP", "yellow"],
  ] as const
).map(([name, color], at) => ({ id: uuid(7501 + at), name, color }));

/** The labels with these names, in this order. */
function labelled(...names: string[]): Label[] {
  return names.flatMap((name) => acmeLabels.filter((label) => label.name === name));
}

/** Tickets in every state. */
export function seeds(): Seed[] {
  return [
    {
      n: 342,
      name: "Maja Lindqvist",
      subject: "Do I get money back when I downgrade in the middle of the month?",
      status: "pending_human",
      reason: "low_grade",
      waiting: 14,
      priority: "high",
      labels: labelled("Billing", "Refund"),
      draft: downgradeDraft,
      messages: downgradeMessages(),
    },
    {
      n: 343,
      name: null,
      subject: "Signing in with Okta fails with error AADSTS50011",
      status: "pending_human",
      reason: "no_documents",
      waiting: 71,
      priority: "urgent",
      labels: labelled("Single sign-on", "Bug"),
      draft: {
        content: "",
        citations: [],
        is_weak: true,
        grade: { score: 0.08, tier: "low", reason: "No document names this error." },
        sources: [
          {
            chunk_id: "c-31",
            document_id: uuid(904),
            title: "Single sign-on with SAML",
            url: null,
            score: 0.09,
            text: "Choose your identity provider and paste the address of its metadata.",
          },
          {
            chunk_id: "c-32",
            document_id: uuid(908),
            title: "Error messages",
            url: null,
            score: 0.06,
            text: "An error message has a code that begins with ACME.",
          },
        ],
      },
      messages: [
        message(
          911,
          "visitor",
          "Signing in with Okta fails with error AADSTS50011. Nobody of our 40 people gets in.",
          72,
        ),
        message(
          912,
          "assistant",
          "I couldn't find this in our documentation, so I've passed it to our team. Your conversation is **#1343**.",
          71,
        ),
      ],
    },
    {
      n: 344,
      name: "Tom Whitfield",
      subject: "The wrong company name is on my invoice",
      status: "in_progress",
      assignee: "Ada Agent",
      waiting: 4,
      reason: "asked_for_person",
      labels: labelled("Billing"),
      messages: [
        message(921, "visitor", "Can I talk to a person please?", 9),
        message(922, "assistant", "Sure. I've let our team know. Your conversation is **#1344**.", 9),
        message(923, "agent", "Hello Tom, I am here. What can I do?", 6, { agent: ada }),
        message(
          924,
          "visitor",
          "My invoice of October still says Whitfield Ltd. We are Whitfield & Daughters since the spring.",
          4,
        ),
      ],
    },
    {
      n: 345,
      name: "Priya Raman",
      subject: "Can we move our data to the region Frankfurt?",
      status: "pending_human",
      reason: "sensitive_topic",
      waiting: 2,
      labels: labelled("VIP"),
      messages: [
        message(931, "visitor", "Can we move our data to the region Frankfurt? Our auditors ask for a date.", 2),
      ],
    },
    {
      n: 346,
      name: "عبد الله الفارسي",
      subject: "كيف يمكنني تغيير كلمة المرور؟",
      status: "open",
      messages: [
        message(941, "visitor", "كيف يمكنني تغيير كلمة المرور؟", 5),
        message(942, "assistant", "افتح **الإعدادات** ثم اختر كلمة المرور.", 5, {
          grade: { score: 0.9, tier: "high", reason: "Supported." },
          cached: true,
        }),
      ],
    },
    {
      n: 347,
      name: "Kim Park",
      subject: "Where do I find my invoices?",
      status: "open",
      messages: [message(951, "visitor", "Where do I find my invoices?", 1)],
    },
    {
      n: 348,
      name: "Inês Duarte",
      subject: "Change the owner of the account",
      status: "resolved",
      assignee: "Ben Okafor",
      messages: [
        message(961, "visitor", "Change the owner of the account", 600),
        message(962, "agent", "Done: the new owner has an e-mail.", 580, { agent: ben }),
      ],
    },
    {
      n: 349,
      name: "Olga Petrova",
      subject: "A webhook is sent twice",
      status: "pending_human",
      reason: "low_grade",
      waiting: 33,
      labels: labelled("Bug"),
      messages: [message(971, "visitor", "We get each webhook twice since Monday. Is that on purpose?", 33)],
    },
    {
      n: 350,
      name: "Hans-Joachim Freiherr von und zu Hohenlohe-Langenburg",
      subject: "Rechtsschutzversicherungsgesellschaften: Datenverarbeitungsvertrag gesucht",
      status: "pending_human",
      reason: "no_documents",
      waiting: 8,
      messages: [
        message(
          981,
          "visitor",
          "Wo finde ich den Vertrag zur Datenverarbeitung? Wir sind eine der Rechtsschutzversicherungsgesellschaften.",
          8,
        ),
      ],
    },
    {
      n: 351,
      name: "Lena Fischer",
      subject: "Two seats too many on the last bill",
      status: "in_progress",
      assignee: "Ben Okafor",
      reason: "asked_for_person",
      labels: labelled("Billing", "Refund"),
      messages: [
        message(991, "visitor", "Two seats too many are on the last bill.", 130),
        message(992, "agent", "I am looking into it and will write before noon.", 120, { agent: ben }),
      ],
    },
    {
      n: 352,
      name: "Maja Lindqvist",
      subject: "Refund for the rest of the month?",
      status: "resolved",
      assignee: "Ben Okafor",
      messages: [message(995, "visitor", "Refund for the rest of the month?", 60)],
    },
  ];
}
