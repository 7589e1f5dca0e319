import { citation, grade, type MockTicket } from "../mock-ticket.ts";
import { settle } from "../settle.ts";
import { askWhich } from "../turns.ts";
import type { VisitOptions, WidgetPage } from "../widget-page.ts";
import { invite, openPreview, replyToClosed } from "./beside-launcher.ts";
import { showCode } from "./code.ts";
import { chooseFiles, sendFiles } from "./files.ts";
import { askForm, askForPerson, sendForm, sendWrong, skipForm, startForm } from "./forms.ts";
import { correctMemory, eraseMemory, openMemories, remembered } from "./memories.ts";
import type { Said } from "./said.ts";
import { approveByTeam, askTeam, askYes, decline, expire, failTools, lookUp, showResult } from "./tools.ts";
import { begin, fail, goOffline } from "./troubles.ts";

/**
 * Everything that a visitor can see, in the order of one visit: each state begins where the previous one ended. A new visible element needs
 * a state here; the axe, layout and screenshot tests then check it.
 */
export const states: readonly ShownState[] = [
  { name: "launcher", show: ({ on }) => on.launcher.waitFor(), isCorner: true },
  { name: "teaser", show: invite, isCorner: true },
  { name: "first-screen", show: showFirstScreen },
  { name: "articles-found", show: findArticles },
  { name: "article", show: ({ on }) => press(on, "parley-article-search li button", "parley-article .passage") },
  { name: "form", show: askForm },
  { name: "form-wrong", show: sendWrong },
  { name: "searching", show: search },
  { name: "thinking", show: think },
  { name: "streaming", show: stream },
  { name: "answered", show: answer },
  { name: "source", show: ({ on }) => press(on, "parley-markdown .mark >> nth=0", "parley-citation .card") },
  { name: "why", show: explain },
  { name: "thumb-down", show: rateDown },
  { name: "code", show: showCode },
  { name: "choices", show: askBack },
  { name: "looking-up", show: lookUp },
  { name: "looked-up", show: showResult },
  { name: "tool-source", show: ({ on }) => press(on, "parley-markdown .mark >> nth=-1", "parley-citation .card") },
  { name: "tools-failed", show: failTools },
  { name: "confirm", show: askYes },
  { name: "confirm-team", show: askTeam },
  { name: "confirm-approved", show: approveByTeam },
  { name: "confirm-declined", show: decline },
  { name: "confirm-expired", show: expire },
  { name: "menu", show: ({ on }) => press(on, "parley-header .more", "parley-menu [role=menuitem]") },
  { name: "conversations", show: listConversations },
  { name: "memories", show: openMemories },
  { name: "memory-correct", show: correctMemory },
  { name: "memory-erase", show: eraseMemory },
  { name: "files-chosen", show: chooseFiles },
  { name: "file-sent", show: sendFiles },
  { name: "picture", show: ({ on }) => press(on, "parley-files .picture", "parley-viewer .viewer") },
  { name: "escalated", show: escalate },
  { name: "form-person", show: askForPerson },
  { name: "agent-types", show: typeAsAgent },
  { name: "agent-replied", show: replyAsAgent },
  { name: "preview", show: replyToClosed, isCorner: true },
  { name: "resolved", show: resolve },
  { name: "rating", show: ({ on }) => press(on, "parley-after .faces button >> nth=3", "parley-after textarea") },
  { name: "offline", show: goOffline },
  { name: "failed", show: fail },
  { name: "unreachable", show: (stage) => begin(stage, 500, "internal") },
  { name: "not-allowed", show: (stage) => begin(stage, 403, "origin_not_allowed") },
];

/** A page with the widget, and the texts on it. */
export interface Stage {
  on: WidgetPage;
  said: Said;
}

export interface ShownState {
  /** Words joined by hyphens; also the name of its screenshot. */
  name: string;
  show: (stage: Stage) => Promise<void>;
  /** The panel is closed; the state shows the elements beside the launcher. */
  isCorner?: boolean;
}

/** Opens a page on which every state can be shown. */
export async function enter({ on, said }: Stage, options: VisitOptions = {}): Promise<void> {
  const { server } = on;
  server.tickets.clear();
  server.theme = said.theme;
  server.greeting = said.greeting;
  server.starters = said.starters;
  server.home = {
    notice: { text: said.notice, link: null, until: null },
    links: [{ label: said.link, url: "https://status.example/" }],
    opening: { is_open: true, changes_at: null },
    answer_minutes: 30,
    ai_notice: null,
  };
  server.offer = { types: ["png", "jpeg", "pdf", "txt"], max_bytes: 5_000_000 };
  server.form = startForm(said);
  server.memories = remembered(said);
  server.reachable = false;
  server.resolution = {
    reopen_until: "2030-01-01T00:00:00.000Z",
    rating: { score: null },
    transcript: { email: null },
  };
  const { title, heading, passage } = said.article;
  const quote = plain(passage);
  const start = quote.indexOf(said.typed);
  const marks = [{ start, end: start + said.typed.length }];
  server.found = [{ id: "document-1", chunk_id: "c2", title, heading, quote, marks }];
  server.article = (id) => ({
    id,
    title,
    url: "https://docs.example/allowed-domains",
    locale: said.lang,
    sections: [said.article.before, passage, said.article.after].map((content, at) => ({
      chunk_id: `c${at + 1}`,
      page: null,
      content,
    })),
    passage: "c2",
    before: null,
    after: null,
  });
  const now = new Date("2026-03-02T10:24:00Z");
  // The script tag sets the launcher's look until the theme is known.
  const script = `data-accent="${said.theme.accent}" data-position="${said.theme.position}"`;
  await on.visit({ lang: said.lang, main: "<h1>Host</h1>", timezoneId: "UTC", now, script, ...options });
}

/** Clicks an element once it has stopped moving, and waits for another one. */
async function explain({ on }: Stage): Promise<void> {
  // The open source would cover the button.
  await on.page.keyboard.press("Escape");
  await press(on, "parley-actions .ask >> nth=-1", "parley-why .sources");
}

async function press(on: WidgetPage, button: string, then: string): Promise<void> {
  await settle(on.page);
  await on.page.locator(button).click();
  await on.page.locator(then).first().waitFor();
}

async function showFirstScreen({ on, said }: Stage): Promise<void> {
  await on.launcher.click();
  await on.page.getByText(said.notice).waitFor();
}

async function findArticles({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-article-search input").fill(said.typed);
  await on.page.locator("parley-article-search li button").waitFor();
}

/** The mock server's running turn. */
let running: { ticket: MockTicket; turnId: string } | undefined;

function turn(): NonNullable<typeof running> {
  if (!running) throw new Error("nothing was asked");
  return running;
}

async function search(stage: Stage): Promise<void> {
  const { on, said } = stage;
  on.server.turn = (ticket, { turnId }) => {
    running = { ticket, turnId };
    const documents = [said.article.title, said.second.title].map((title, at) => ({ id: String(at), title }));
    ticket.append("status", { node: "retrieve", content: said.searching, documents }, turnId);
  };
  await sendForm(stage);
  await on.page.locator("parley-status").getByText(said.second.title).waitFor();
}

async function think({ on, said }: Stage): Promise<void> {
  const { ticket, turnId } = turn();
  ticket.append("thinking", { content: said.thinking }, turnId);
  await press(on, "parley-timeline summary", "parley-timeline details[open]");
}

async function stream({ on, said }: Stage): Promise<void> {
  await press(on, "parley-timeline summary", "parley-timeline details:not([open])");
  const { ticket, turnId } = turn();
  const [begun = ""] = said.answer.split("\n\n- ");
  ticket.append("token", { content: begun }, turnId);
  await on.page.locator("parley-markdown code").first().waitFor();
}

async function answer({ on, said }: Stage): Promise<void> {
  const { ticket, turnId } = turn();
  const { title, heading, passage } = said.article;
  const { second } = said;
  const citations = [
    citation(1, { title, heading, quote: plain(passage) }),
    citation(2, { ...second, heading: undefined, page: 4, url: undefined }),
  ];
  ticket.say("assistant", said.answer, { citations, grade: grade("high") }, turnId);
  ticket.append("end", {}, turnId);
  await on.page.locator("parley-message .sources").waitFor();
  await on.page.locator("parley-feedback .down").waitFor();
}

async function rateDown({ on }: Stage): Promise<void> {
  await on.page.keyboard.press("Escape");
  await press(on, "parley-feedback .down", "parley-feedback textarea");
}

async function askBack({ on, said }: Stage): Promise<void> {
  on.server.turn = askWhich(said.which, said.plans);
  await on.ask(said.price);
  await on.page.locator("parley-clarification .choice").first().waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}

async function listConversations({ on }: Stage): Promise<void> {
  await press(on, "parley-menu [role=menuitem] >> nth=0", "parley-conversations:not([compact]) .row");
}

async function escalate({ on, said }: Stage): Promise<void> {
  await on.page.keyboard.press("Escape");
  on.server.turn = (ticket, { turnId }) => {
    ticket.append("escalation", { ticket_number: ticket.number, reason: "low_grade", content: "" }, turnId);
    ticket.say("assistant", said.handover(ticket.number), {}, turnId);
    ticket.handTo("human", "pending_human");
    ticket.append("end", {}, turnId);
  };
  await on.ask(said.pizza);
  await on.page.locator("parley-escalation input").waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}

async function typeAsAgent(stage: Stage): Promise<void> {
  const { on, said } = stage;
  const { ticket } = on.server;
  await skipForm(stage);
  ticket.handTo("human", "in_progress", said.agent);
  ticket.append("typing", { who: "agent", name: said.agent.name });
  await on.page.locator("parley-timeline").getByText(said.agent.name).last().waitFor();
}

async function replyAsAgent({ on, said }: Stage): Promise<void> {
  on.server.ticket.say("agent", said.reply, { agent: said.agent });
  await on.page.locator("parley-message strong").last().waitFor();
}

async function resolve(stage: Stage): Promise<void> {
  const { on, said } = stage;
  await openPreview(stage);
  on.server.ticket.handTo("human", "resolved", said.agent);
  await on.page.locator("parley-after .faces").waitFor();
}

/** The last paragraph of a Markdown text. */
function plain(markdown: string): string {
  return markdown.split("\n\n").at(-1) ?? "";
}
