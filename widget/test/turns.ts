import type { RelatedSection } from "../../protocol/messages.ts";
import type { Turn } from "./mock-server.ts";
import { citation, grade, type MockTicket } from "./mock-ticket.ts";

const answer =
  "Yes. Add an entry such as `*.example.com` and every subdomain may use the chat [1].\n\n" +
  "Two things to know:\n\n" +
  "- The **bare domain** is not included, so add `example.com` too [1].\n" +
  "- Entries are compared as *scheme, host and port* [2].";

/** Asks back which of some readings is meant. */
export function askWhich(prompt: string, labels: readonly string[]): Turn {
  return (ticket, { turnId }) => {
    const options = labels.map((label, at) => ({ id: String(at + 1), label }));
    const asked = {
      clarification_id: "0198c0de-0000-7000-8000-000000000001",
      prompt,
      kind: "choice" as const,
      options,
    };
    ticket.say("assistant", prompt, {}, turnId);
    ticket.pending = { type: "clarification", ...asked };
    ticket.append("clarification", asked, turnId);
    ticket.append("end", {}, turnId);
  };
}

export const askingTurn = askWhich("I found more than one topic that fits. Do you mean “Basic plan” or “Pro plan”?", [
  "Basic plan",
  "Pro plan",
]);

/** A cited answer, streamed in small pieces. */
export const citedTurn: Turn = async (ticket, { turnId }) => {
  await think(ticket, turnId);
  for (const piece of answer.match(/.{1,7}/gs) ?? []) {
    ticket.append("token", { content: piece }, turnId);
    await pause(4);
  }
  const citations = [
    citation(1),
    citation(2, {
      title: "Security",
      heading: undefined,
      page: 4,
      url: undefined,
      quote: "Hosts are compared lower-cased.",
    }),
  ];
  ticket.say("assistant", answer, { citations, grade: grade("high") }, turnId);
  ticket.append("end", {}, turnId);
};

/** The documents do not know: a person is asked. */
export const escalatedTurn: Turn = async (ticket, { turnId }) => {
  await think(ticket, turnId);
  ticket.append(
    "escalation",
    { ticket_number: ticket.number, reason: "low_grade", content: "A person was asked." },
    turnId,
  );
  ticket.say(
    "assistant",
    `I couldn't find this in our documentation, so I've passed it to our team. Your conversation is #${ticket.number}. You can close this chat: the reply will appear here.`,
    {},
    turnId,
  );
  ticket.handTo("human", "pending_human");
  ticket.append("end", {}, turnId);
};

/** Sections as the server offers them. @param text of those that are shown while the team is asked. */
function someSections(text?: (heading: string) => string): RelatedSection[] {
  return ["Allow a subdomain", "Remove a domain", "What happens when the list of allowed domains is empty?"].map(
    (heading, index) => ({
      chunk_id: `0198c0de-0000-7000-8000-00000000001${index}`,
      document_id: "0198c0de-0000-7000-8000-000000000020",
      title: "Allowed domains",
      heading: `Domains > ${heading}`,
      ...(text ? { text: text(heading) } : {}),
    }),
  );
}

/** Sections for a message that the visitor adds while they wait; the first begins with a table and code. */
export function asideSections(): RelatedSection[] {
  const table = "| kind | days |\n| --- | --- |\n| memory | 30 |";
  return someSections((heading) => `${table}\n\n\`\`\`sh\nnpm start\n\`\`\`\n\nAbout: ${heading}.`)
    .slice(0, 2)
    .map((section, at) => ({ ...section, ...(at === 1 ? { text: table } : {}), aside: true }));
}

/** The assistant is unsure: sections help while the team is asked, or `first`, before it is. */
export function suggestingTurn(hands: "over" | "first"): Turn {
  return (ticket, { turnId }) => {
    const related = someSections(
      (heading) =>
        `${heading}: open **Settings**, then *Widget*, and look for the list of domains. Each line is one origin, such as \`https://shop.example.com\`.\n\n1. Add a line.\n2. Save.\n\nThe change holds at once.`,
    );
    const content =
      hands === "over"
        ? `I've passed this to our team (#${ticket.number}). These may help in the meantime:`
        : "I'm not sure enough to answer this. One of these may help:";
    if (hands === "over")
      ticket.append("escalation", { ticket_number: ticket.number, reason: "low_grade", content, related }, turnId);
    ticket.say("assistant", content, { related }, turnId);
    if (hands === "over") ticket.handTo("human", "pending_human");
    ticket.append("end", {}, turnId);
  };
}

/** An answer with other sections below it. */
export const relatedTurn: Turn = (ticket, { turnId }) => {
  const related = someSections().slice(1);
  ticket.say("assistant", answer, { citations: [citation(1)], grade: grade("high"), related }, turnId);
  ticket.append("end", {}, turnId);
};

/** The model broke. */
export const failedTurn: Turn = (ticket, { turnId }) => {
  ticket.append("error", { code: "model_unavailable", message: "x", error_type: "recoverable" }, turnId);
  ticket.append("end", {}, turnId);
};

/** Begins an answer and leaves it open. */
export const endlessTurn: Turn = async (ticket, { turnId }) => {
  await think(ticket, turnId);
  ticket.append("token", { content: "To begin with, open the " }, turnId);
  ticket.append("token", { content: "settings and look for " }, turnId);
};

async function think(ticket: MockTicket, turnId: string): Promise<void> {
  ticket.append("status", { node: "contextualize", content: "Reading your question" }, turnId);
  await pause(20);
  const documents = [
    { id: "1", title: "Allowed domains" },
    { id: "2", title: "Security" },
  ];
  ticket.append("status", { node: "retrieve", content: "Searching the documents", documents }, turnId);
  await pause(20);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
