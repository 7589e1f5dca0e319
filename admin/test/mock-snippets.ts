import type { SnippetState, SnippetView } from "../../protocol/admin-snippets.ts";
import { minutesAgo, uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

interface Call {
  method: string;
  url: URL;
  body: unknown;
}

export function seedSnippets(): SnippetView[] {
  const make = (n: number, state: SnippetState, question: string, answer: string): SnippetView => ({
    id: uuid(700 + n),
    state,
    question,
    answer,
    owner: { id: n === 2 ? "person-1" : "person-2", name: n === 2 ? "Ada Agent" : "Ben Agent" },
    ticket: n === 3 ? null : { id: uuid(42), number: 1042 },
    review: state === "proposed" ? null : { name: "Mia Manager", at: minutesAgo(20) },
    review_by: null,
    document_id: state === "live" ? uuid(901) : null,
    created_at: minutesAgo(60 * n),
    updated_at: minutesAgo(60 * n),
  });
  return [
    make(
      1,
      "proposed",
      "Do you gift-wrap parcels?",
      "Yes. Wrapping costs three euros a parcel; choose it in the last step of the order.",
    ),
    make(
      2,
      "proposed",
      "Can I change the name on an invoice?",
      "Yes, until the month is over:\n1. Open Billing.\n2. Choose Invoices.\n3. Press Edit.",
    ),
    make(3, "live", "Is there a loyalty card?", "Yes, at the till and in the app."),
    make(4, "withdrawn", "When is the summer sale?", "<b>In July</b>"),
  ];
}

const outcomes: Record<string, SnippetState> = { approve: "live", reject: "rejected", withdraw: "withdrawn" };

/** `snippets` of the admin API, over the mock's state. */
export function snippetRoutes(mock: Mock, { method, url, body }: Call): { status: number; body: unknown } {
  const [, , , , , id, verb] = url.pathname.split("/");
  const known = mock.snippets.find((snippet) => snippet.id === id);
  if (id && !known) return { status: 404, body: { error: { code: "not_found", message: "not_found" } } };
  if (!known && method === "POST") {
    const isReviewer = mock.role === "manager" || mock.role === "admin";
    const first = seedSnippets()[0] as SnippetView; // seeded above
    const added = { ...first, ...(body as object), id: uuid(800 + mock.snippets.length), ticket: null };
    mock.snippets = [{ ...added, state: isReviewer ? "live" : "proposed" }, ...mock.snippets];
    return { status: 201, body: mock.snippets[0] };
  }
  if (!known) return { status: 200, body: list(mock, url) };
  if (method === "PATCH") Object.assign(known, body);
  if (method === "DELETE") mock.snippets = mock.snippets.filter((snippet) => snippet !== known);
  if (verb)
    Object.assign(known, { state: outcomes[verb], review: { name: "Ada Agent", at: new Date().toISOString() } });
  return { status: 200, body: known };
}

function list(mock: Mock, url: URL) {
  const state = url.searchParams.get("state");
  const words = (url.searchParams.get("q") ?? "").toLowerCase();
  const isDue = ({ state, review_by: day }: SnippetView) =>
    state === "live" && day !== null && Date.parse(day) <= Date.now() + 7 * 86_400_000;
  const of = (wanted: string) => mock.snippets.filter((snippet) => snippet.state === wanted).length;
  return {
    items: mock.snippets.filter(
      (snippet) =>
        (!state || (state === "due" ? isDue(snippet) : snippet.state === state)) &&
        `${snippet.question} ${snippet.answer}`.toLowerCase().includes(words),
    ),
    next_cursor: null,
    counts: {
      proposed: of("proposed"),
      live: of("live"),
      rejected: of("rejected"),
      withdrawn: of("withdrawn"),
      due: mock.snippets.filter(isDue).length,
    },
  };
}
