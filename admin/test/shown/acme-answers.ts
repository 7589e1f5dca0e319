import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { analyticsOf, analyticsTicketsOf } from "../mock-analytics.ts";
import type { Call } from "../mock-answers.ts";
import { gradedAnswers } from "../mock-assistant.ts";
import { minutesAgo, uuid } from "../mock-data.ts";
import { droppedResults, triedAnswer } from "../mock-search.ts";
import { creditGap } from "./acme-gaps.ts";
import { ada, ben } from "./acme-seeds.ts";

const pages = [
  {
    page: 1,
    text: "Changing your plan\n\nYou can change your plan at any time, under Billing, Plan. Only owners of a workspace can do so.\n\nUpgrades\n\nAn upgrade takes effect at once. For the rest of the month you pay the difference in price.",
  },
  {
    page: 2,
    text: "Downgrades\n\nA downgrade takes effect at the end of the billing period. Until then nothing is taken away: projects, seats and storage stay as they are.\n\nUnused time is credited to your account within 5 working days.",
  },
].map((page) => ({ ...page, characters: page.text.length }));

const asked = [
  "When does a downgrade count?",
  "Is there a discount for non-profits?",
  "Which cards do you take?",
  "كيف يمكنني تغيير كلمة المرور؟",
  "How do I allow subdomains?",
  "Can I export all invoices of the last three years at once, with the address of the old company?",
];
const quoted = {
  message_id: uuid(5),
  ticket: { id: uuid(342), number: 1342, subject: "Do I get money back when I downgrade in the middle of the month?" },
  quote: "A downgrade takes effect at the end of the billing period.",
  page: 2,
  at: minutesAgo(17),
};

const embedded = {
  snippet: `<script async src="https://chat.example.com/widget/parley.js" data-tenant="${uuid(1)}"></script>`,
  seen: [{ origin: "https://acme.example.com", at: minutesAgo(4) }],
};

/** Harmless versions of the mock's hostile texts. */
export function acmeAnswers(): ReadonlyMap<string, (call: Call) => unknown> {
  const document = `/admin/documents/${uuid(901)}`;
  return new Map<string, (call: Call) => unknown>([
    [`GET ${document}/pages`, () => ({ document_id: uuid(901), version: 3, coverage: 0.98, notes: [], pages })],
    [`GET ${document}/chunks`, () => ({ version: 3, items: chunks(), next_from: null })],
    ["GET /admin/analytics", ({ url }) => analytics(url)],
    ["GET /admin/analytics/tickets", ({ url }) => analyticsTickets(url)],
    ["POST /admin/search/answer", () => answered()],
    ["GET /admin/colleagues", () => ({ items: [ada, ben].map((person) => ({ ...person, here: true, away: null })) })],
    [`GET ${document}/citations`, () => ({ items: [quoted] })],
    [
      "GET /admin/calibration/answers",
      () => ({
        threshold: 0.7,
        items: gradedAnswers().map((item, at) => ({ ...item, question: asked[at % asked.length] ?? "" })),
      }),
    ],
    [
      `GET /admin/documents/${uuid(905)}/pages`,
      () => ({ document_id: uuid(905), version: 1, coverage: 0.02, notes: [], pages: [] }),
    ],
    [`GET /admin/gaps/${uuid(1201)}`, () => creditGap()],
    ["GET /admin/embed", () => embedded],
    ["GET /admin/audit", () => ({ items: audit(), next_cursor: null })],
  ]);
}

function chunks() {
  return pages.map(({ page, text }, at) => ({
    id: uuid(300 + at),
    ordinal: at + 1,
    heading: at === 0 ? "Upgrades" : "Downgrades",
    page,
    text: text.split("\n\n").slice(1).join("\n\n"),
  }));
}

function analytics(url: URL) {
  const all = analyticsOf(url);
  const topics = ["Billing", "Domains", "Single sign-on", "Refund", "Feature wish", "Other"];
  return {
    ...all,
    agents: all.agents.map((agent, at) => ({
      ...agent,
      name: ["Ada Agent", "Ben Okafor", "Clara Neumann"][at] ?? null,
    })),
    topics: all.topics.map((topic, at) => ({ ...topic, kind: "label", name: topics[at] ?? topic.name })),
  };
}

function analyticsTickets(url: URL) {
  const { items, next_cursor } = analyticsTicketsOf(url);
  const subjects = [
    "Two seats too many on the last bill",
    "Is a credit paid out in money?",
    "Signing in with Okta fails",
    "Can we move our data to Frankfurt?",
    "A webhook is sent twice",
  ];
  return { items: items.map((item, at) => ({ ...item, subject: subjects[at] ?? item.subject })), next_cursor };
}

function answered() {
  return {
    ...triedAnswer("downgrade"),
    content:
      "A downgrade takes effect at the **end of the billing period** [1]. Until then nothing is taken away from you.",
  };
}

/** Reasons for other passages that were excluded. */
export function acmeDropped() {
  return droppedResults().map((result) => ({ ...result, title: result.title.replaceAll(/<\/?i>/g, "") }));
}

function audit() {
  const person = (name: string) => ({
    kind: "person" as const,
    id: name === "Ada Agent" ? "person-1" : uuid(902),
    name,
  });
  const line = (at: number, actor: AuditItem["actor"], action: string, more: Partial<AuditItem> = {}): AuditItem => ({
    id: uuid(620 - at),
    actor,
    action,
    target: null,
    detail: {},
    names: {},
    created_at: minutesAgo(3 + at * at * 19),
    ...more,
  });
  const [ada, ben] = [person("Ada Agent"), person("Ben Okafor")];
  const ticket = { target: { kind: "ticket", id: uuid(342), name: "#342" } };
  return [
    line(0, ada, "settings.change", {
      target: { kind: "tenant", id: uuid(1), name: null },
      detail: {
        fields: ["greeting", "threshold"],
        changes: {
          greeting: { before: "Hello!", after: "Hello! Ask me anything about Acme Cloud." },
          threshold: { before: 0.75, after: 0.7 },
        },
      },
    }),
    line(1, ben, "ticket.take", ticket),
    line(2, ben, "ticket.approve_draft", ticket),
    line(3, ada, "snippet.approve", {
      target: { kind: "snippet", id: uuid(703), name: "How do I change my address?" },
    }),
    line(4, { kind: "api_key", id: uuid(77), name: "Reports" }, "document.add", {
      target: { kind: "document", id: uuid(920), name: "Returns" },
    }),
    line(5, ada, "person.add", { target: { kind: "person", id: uuid(902), name: "Bo" } }),
    line(6, ada, "domain.add", {
      target: { kind: "tenant", id: uuid(1), name: null },
      detail: { domain: "*.acme.example.com" },
    }),
    line(7, ben, "ticket.merge", { ...ticket, detail: { into: "#341" } }),
  ];
}
