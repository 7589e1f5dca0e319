import type { Confirmation } from "../../../protocol/tools.ts";
import type { MockTicket } from "../mock-ticket.ts";
import {
  activity,
  beginRead,
  confirmation,
  confirmTurn,
  endCall,
  readTurn,
  settle,
  writeActivity,
} from "../tool-turns.ts";
import type { Said } from "./said.ts";
import type { Stage } from "./states.ts";

const read = ({ tools }: Said) => activity({ title: tools.lookUp, connection: tools.orders, content: tools.found });

/** Number of proposed changes; it makes each id unique. */
let asked = 0;

function write({ tools }: Said, more: Partial<Confirmation> = {}): Confirmation {
  const values = ["B-204", "2026-03-06 19:30", tools.note.repeat(4).trim()];
  return confirmation({
    confirmation_id: `write-${asked}`,
    action: tools.move,
    connection: tools.bookings,
    description: tools.description,
    arguments: {},
    fields: tools.labels.map((label, at) => ({
      name: String(at),
      label,
      value: values[at] ?? "",
      ...(at === 1 ? { before: "2026-03-05 19:30" } : {}),
    })),
    ...more,
  });
}

/** Starts a tool call. */
export async function lookUp({ on, said }: Stage): Promise<void> {
  on.server.turn = (ticket, { turnId }) => beginRead(ticket, turnId, read(said));
  await on.ask(said.tools.where);
  await on.page.locator("parley-tools .running").waitFor();
}

/** The answer that uses the tool's result. */
export async function showResult({ on, said }: Stage): Promise<void> {
  await readTurn(read(said), said.tools.answer)(on.server.ticket, { id: "", content: "", turnId: "read" });
  await on.page.locator("parley-message parley-tools .line").waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}

/** One failed call, one that came too late, and one with an unknown result. */
export async function failTools({ on, said }: Stage): Promise<void> {
  await on.page.keyboard.press("Escape");
  const { lookUp: title, orders: connection, move, bookings } = said.tools;
  const tools = [
    activity({ tool_call_id: "f1", title, connection, status: "failed", content: "" }),
    activity({ tool_call_id: "f2", title: move, connection: bookings, kind: "write", status: "conflict", content: "" }),
    activity({ tool_call_id: "f3", title: move, connection: bookings, kind: "write", status: "unknown", content: "" }),
  ];
  on.server.turn = (ticket, { turnId }) => {
    ticket.say("assistant", said.tools.sorry, { tools }, turnId);
    ticket.append("end", {}, turnId);
  };
  await on.ask(said.tools.wrong);
  await on.page.locator("parley-tools .unknown").waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}

/** A change that waits for the visitor's approval. */
export async function askYes({ on, said }: Stage): Promise<void> {
  asked += 1;
  on.server.turn = confirmTurn(() => write(said), said.tools.shall);
  await on.ask(said.tools.ask);
  await on.page.locator("parley-confirmation .approve:not([aria-disabled=true])").waitFor();
  await on.page.locator("parley-confirmation .scrolls").waitFor();
}

/** The visitor has approved; now the team must approve too. */
export async function askTeam({ on, said }: Stage): Promise<void> {
  on.server.confirmed = (ticket) => {
    const next = write(said, { waits_for: "agent" });
    ticket.pending = { type: "confirmation", ...next };
    ticket.append("confirmation_required", next);
    ticket.say("assistant", said.tools.both);
    ticket.append("end", {});
  };
  await on.page.locator("parley-confirmation .approve").click();
  await on.page.locator("parley-confirmation .team").waitFor();
}

/** The team's approval, and the result. */
export async function approveByTeam({ on, said }: Stage): Promise<void> {
  const { ticket } = on.server;
  settle(ticket, write(said), "approved");
  const done = writeActivity(write(said), { content: said.tools.moved });
  endCall(ticket, "write", done);
  end(ticket, said.tools.done, { tools: [done] });
  await on.page.locator("parley-message").getByText(said.tools.done).waitFor();
}

export async function decline(stage: Stage): Promise<void> {
  const { on, said } = stage;
  await askYes(stage);
  on.server.confirmed = (ticket) => {
    settle(ticket, write(said), "declined");
    end(ticket, said.tools.not, { tools: [writeActivity(write(said), { status: "declined", content: "" })] });
  };
  await on.page.locator("parley-confirmation .decline").click();
  await on.page.locator("parley-tools .declined").waitFor();
}

export async function expire(stage: Stage): Promise<void> {
  const { on, said } = stage;
  await askYes(stage);
  const { ticket } = on.server;
  settle(ticket, write(said), "expired");
  end(ticket, said.tools.late, { tools: [writeActivity(write(said), { status: "expired", content: "" })] });
  await on.page.locator("parley-tools .expired").waitFor();
}

function end(ticket: MockTicket, words: string, more: Parameters<MockTicket["say"]>[2]): void {
  ticket.say("assistant", words, more);
  ticket.append("end", {});
}
