import { freshMock } from "../fresh-mock.ts";
import { minutesAgo, uuid } from "../mock-data.ts";
import { seedDocuments, seedSettings } from "../mock-library.ts";
import { seedStaff } from "../mock-people.ts";
import { searchResults } from "../mock-search.ts";
import type { Mock } from "../mock-server.ts";
import { seedSnippets } from "../mock-snippets.ts";
import { seedTools } from "../mock-tools-seed.ts";
import { seedWebhooks } from "../mock-webhooks.ts";
import { acmeAnswers, acmeDropped } from "./acme-answers.ts";
import { acmeGaps } from "./acme-gaps.ts";
import { acmeLabels, ben, shownTickets } from "./acme-seeds.ts";
import { acmeTickets } from "./acme-tickets.ts";

/** The mock as a company for public screenshots: no hostile text, and plausible amounts of all data. */
export function acme(mock: Mock): void {
  freshMock(mock, {
    tickets: acmeTickets(),
    labels: acmeLabels,
    savedViews: [{ id: uuid(7601), name: "Money questions", team: true, filter: { view: "all", label: uuid(7501) } }],
    documents: documents(),
    settings: settings(),
    webhooks: webhooks(),
    tools: tools(),
    staff: staff(),
    tenants: [{ id: uuid(1), name: "Acme Cloud" }],
    snippets: snippets(),
    gaps: acmeGaps(),
    results: results(),
    canned: canned(),
    mentions: [
      {
        note_id: uuid(8801),
        ticket: {
          id: shownTickets.draft,
          number: 1342,
          subject: "Do I get money back when I downgrade in the middle of the month?",
        },
        author: ben,
        content: "@Ada Agent she is on the yearly plan: finance wants to see those before we promise anything.",
        created_at: minutesAgo(9),
      },
    ],
  });
  mock.before.clear();
  mock.replies.clear();
  mock.delayMs = 0;
  for (const [path, answer] of acmeAnswers()) mock.instead.set(path, answer);
  mock.instead.set("GET /admin/search", ({ url }) => ({
    results: mock.results.filter(({ audience }) => audience === "public" || url.searchParams.has("audience")),
    dropped: acmeDropped(),
    vectors: true,
    took_ms: 23.4,
  }));
}

function documents(): Mock["documents"] {
  const all = seedDocuments();
  const titles = [
    "Inviting people",
    "Workspaces and regions",
    "Error messages",
    "Webhooks",
    "Data processing agreement",
    "Limits of each plan",
  ];
  const first = all[0] as (typeof all)[number]; // seeded there
  Object.assign(first, { version: 2, served_version: 2, pages: 2 });
  Object.assign(all[5] ?? {}, { progress: 0.4, step: "reading" });
  titles.forEach((title, at) => {
    all.push({
      ...first,
      id: uuid(920 + at),
      title,
      source: `docs.example.com/${title.toLowerCase().replaceAll(" ", "-")}`,
      version: 1,
      served_version: 1,
      chunks: 8 + 3 * at,
      embedded: 8 + 3 * at,
      kind: at === 4 ? "policy" : "other",
      audience: at === 2 ? "internal" : "public",
      set: at > 2 ? "Reference" : null,
      updated_at: minutesAgo(2_000 * (at + 1)),
    });
  });
  return all;
}

function settings(): Mock["settings"] {
  const plain = seedSettings();
  return {
    ...plain,
    name: "Acme Cloud",
    theme: { ...plain.theme, name: "Acme Cloud" },
    greeting: "Hello! Ask me anything about Acme Cloud.",
    starters: ["How do I allow subdomains?", "Which databases are supported?"],
    domains: ["acme.example.com", "*.acme.example.com", "localhost:8787"],
  };
}

function webhooks(): Mock["webhooks"] {
  const { items, deliveries } = seedWebhooks();
  const name = (text: string) => (text.startsWith("<") ? "Support channel" : text);
  const question = { type: "ticket.escalated", data: { ticket: { number: 1342, question: "Is it paid out?" } } };
  return {
    items: items.map((item) => ({
      ...item,
      name: name(item.name),
      events: item.events.filter((event) => (event as string) !== "ticket.invented"),
    })),
    deliveries: deliveries.map((each) => ({
      ...each,
      response_text: each.response_status === 200 ? "ok" : "Service Unavailable",
      body: JSON.stringify(question),
    })),
  };
}

function tools(): Mock["tools"] {
  const { connections, tools: all, calls } = seedTools();
  const said = (text: string, instead: string) => (text.startsWith("<") ? instead : text);
  return {
    connections: connections.map((each) => ({ ...each, name: said(each.name, "Inventory") })),
    tools: all.map((each) => ({ ...each, description: said(each.description, "Cancels an order that was not sent.") })),
    calls: calls.map((each) => ({ ...each, shown: said(each.shown, "Order A-1042 is sent.") })),
  };
}

function staff(): Mock["staff"] {
  const all = seedStaff();
  const [first, second, third] = all.people.items;
  if (!first || !second || !third) throw new Error("three people are seeded");
  Object.assign(second, { here: true, shown_as: "Ben" });
  Object.assign(third, { name: "Clara Neumann", email: "clara@example.com", last_seen_at: minutesAgo(1_900) });
  all.people.items.push({
    ...third,
    id: uuid(930),
    name: "Dimitra Papadopoulou-Konstantinidou",
    email: "dimitra.papadopoulou-konstantinidou@subsidiary.example.com",
    role: "manager",
    away: { since: minutesAgo(60), until: minutesAgo(-240) },
  });
  return all;
}

function snippets(): Mock["snippets"] {
  const words: [string, string][] = [
    [
      "Is a credit paid out when I leave?",
      "Yes: what is left of a credit is paid out within 14 days of closing the account.",
    ],
    [
      "Can I change the name on an invoice?",
      "Yes, until the month is over:\n1. Open *Billing*.\n2. Choose *Invoices*.\n3. Press **Edit**.",
    ],
    ["Is there a discount for non-profits?", "Yes, 30 percent, with a certificate."],
    ["When does the old API end?", "On 1 March."],
  ];
  return seedSnippets().map((snippet, at) => ({
    ...snippet,
    question: words[at]?.[0] ?? "",
    answer: words[at]?.[1] ?? "",
  }));
}

function results(): Mock["results"] {
  return searchResults().map((result, at) =>
    at === 2
      ? {
          ...result,
          title: "Invoices and receipts",
          url: "https://docs.example.com/3",
          text: "You can find every invoice under Billing, Invoices, for ten years.",
        }
      : result,
  );
}

function canned(): Mock["canned"] {
  const reply = (at: number, name: string, content: string, isShared: boolean) => ({
    id: uuid(7101 + at),
    name,
    content,
    is_shared: isShared,
    updated_at: minutesAgo(900),
  });
  return [
    reply(0, "refund", "Hello {{visitor.name}}, your refund for #{{ticket.number}} is on its way.", true),
    reply(1, "looking", "Thank you {{visitor.name}}. I'm looking into it and will write again today.", true),
    reply(2, "signature", `Best, ${"{{agent.name}}"}`, false),
  ];
}
