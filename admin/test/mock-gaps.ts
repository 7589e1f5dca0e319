import type {
  GapDetail,
  GapListResponse,
  GapStatus,
  GapView,
  QuestionAskedOnce,
  SimilarTickets,
} from "../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../protocol/admin-snippets.ts";
import { minutesAgo, uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";
import { seedSnippets } from "./mock-snippets.ts";

interface Call {
  method: string;
  url: URL;
}

export function seedGaps(): GapView[] {
  const make = (n: number, question: string, more: Partial<GapView> = {}): GapView => ({
    id: uuid(1200 + n),
    status: "open",
    question,
    questions: 14 - 3 * n,
    tickets: 13 - 3 * n,
    cost_minutes: 214 / n ** 2,
    causes: { no_documents: 9 - 2 * n, low_grade: 5 - n, answered_differently: 4, disliked: 1 },
    answers: n === 2 ? 0 : 2,
    first_asked_at: minutesAgo(30_000),
    last_asked_at: minutesAgo(40 * n ** 3),
    opened_at: minutesAgo(20_000),
    closed_at: null,
    answered: null,
    ignored: null,
    snippet: null,
    ...more,
  });
  return [
    make(1, "Can I pay by instalments?"),
    make(2, "Do you deliver to a parcel locker in Switzerland, and does the customs duty come on top of the price?"),
    make(3, "<img src=x onerror=pwned=1> Is the warranty transferable?", {
      snippet: { id: uuid(701), state: "proposed" },
    }),
    make(4, "How do I gift-wrap a parcel?", {
      status: "closed",
      questions: 3,
      tickets: 3,
      causes: { low_grade: 3 },
      closed_at: minutesAgo(90),
      answered: {
        document_id: uuid(901),
        title: "Gift wrapping",
        heading: null,
        quote: "We gift-wrap a parcel for three euros.",
        score: 0.91,
      },
    }),
    make(5, "Are you hiring?", {
      status: "ignored",
      questions: 2,
      tickets: 2,
      causes: { no_documents: 2 },
      ignored: { name: "Mia Manager", at: minutesAgo(3_000) },
    }),
  ];
}

/** `gaps` of the admin API, over the mock's state. */
export function gapRoutes(mock: Mock, { method, url }: Call): { status: number; body: unknown } {
  const [, , , , , id, verb] = url.pathname.split("/");
  if (!id && method === "POST") return { status: 200, body: openGap(mock) };
  if (!id) return { status: 200, body: list(mock, url) };
  if (id === "asked-once") return { status: 200, body: { items: askedOnce, next_cursor: null } };
  const gap = mock.gaps.find((each) => each.id === id);
  if (!gap) return { status: 404, body: { error: { code: "not_found", message: "not_found" } } };
  if (method === "GET") return { status: 200, body: detail(gap) };
  if (verb === "draft") return draft(mock, gap);
  if (verb === "ignore")
    Object.assign(gap, { status: "ignored", ignored: { name: "Ada Agent", at: new Date().toISOString() } });
  else Object.assign(gap, { status: "open", ignored: null, answered: null, closed_at: null });
  return { status: 200, body: gap };
}

function list(mock: Mock, url: URL): GapListResponse {
  const of = (status: GapStatus) => mock.gaps.filter((gap) => gap.status === status);
  return {
    items: of((url.searchParams.get("status") ?? "open") as GapStatus),
    next_cursor: null,
    counts: { open: of("open").length, closed: of("closed").length, ignored: of("ignored").length },
    asked_once: mock.gaps.length > 0 ? askedOnce.length : 0,
    has_vectors: mock.hasVectors,
    looked_at: minutesAgo(3),
  };
}

const askedOnce: QuestionAskedOnce[] = ["Do you engrave rings?", "Is there parking near the shop?"].map(
  (question, index) => ({
    turn_id: uuid(1_290 + index),
    question,
    ticket: { id: uuid(60 + index), number: 1_060 + index },
    asked_at: minutesAgo(90 + index),
    causes: ["no_documents"],
    report: null,
    cost_minutes: 4,
    answer: null,
  }),
);

function openGap(mock: Mock): GapView {
  const gap = { ...(mock.gaps[0] as GapView), id: uuid(1_299), question: "Do you engrave rings?", questions: 1 };
  mock.gaps = [...mock.gaps, gap];
  return gap;
}

function draft(mock: Mock, gap: GapView): { status: number; body: unknown } {
  if (gap.answers === 0) return { status: 409, body: { error: { code: "conflict", message: "Nobody has answered." } } };
  const first = seedSnippets()[0] as SnippetView; // seeded there
  const answer = "Yes, in three or six parts, for orders above 100 euros.";
  const made = { ...first, id: uuid(750), question: gap.question, answer };
  mock.snippets = [made, ...mock.snippets];
  gap.snippet = { id: made.id, state: "proposed" };
  return { status: 200, body: { snippet_id: made.id, question: gap.question, answer, made_from: "agent" } };
}

function detail(gap: GapView): GapDetail {
  const ask = (n: number, question: string, answer: string | null): GapDetail["items"][number] => ({
    question,
    ticket: { id: uuid(40 + n), number: 1040 + n },
    asked_at: minutesAgo(200 * n),
    causes: answer ? ["answered_differently", ...(n === 1 ? (["reported"] as const) : [])] : ["low_grade"],
    report: n === 1 ? "It is six parts, not three." : null,
    cost_minutes: 12,
    answer: answer ? { text: answer, agent: "Ada Agent", is_liked: n === 1 } : null,
  });
  return {
    gap,
    items: [
      ask(
        1,
        gap.question,
        "Hi Tom,\n\nyes, in three or six parts, for orders above 100 euros. Choose it in the last step of the order.",
      ),
      ask(2, "Is it possible to pay in several parts?", "Yes, from 100 euros on."),
      ask(3, "instalments???", null),
      ask(4, "May I pay my order monthly, as I do with the phone I bought at your shop last year?", null),
    ],
    nearest: [
      {
        document_id: uuid(901),
        title: "Ways to pay",
        heading: "By card",
        text: "You can pay by card, by invoice and by bank transfer. Cards are charged when the parcel leaves our house. An invoice is to be paid within 14 days.",
        score: 0.41,
      },
      { document_id: uuid(902), title: "Prices", heading: null, text: "All prices include tax.", score: 0.22 },
    ],
  };
}

/** Agents' answers to questions similar to ticket 1042. */
export function similarTickets(): SimilarTickets {
  return {
    items: [
      {
        ticket: { id: uuid(48), number: 1048 },
        question: "Can I go down to the smaller plan now?",
        answer:
          "Yes, at any time: the smaller plan begins with your next billing period, and nothing is lost until then.",
        agent: "Ben Agent",
        asked_at: minutesAgo(9_000),
      },
    ],
  };
}
