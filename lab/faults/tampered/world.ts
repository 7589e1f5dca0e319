import { randomUUID } from "node:crypto";
import { openSession, origin, type Session, type Shop } from "../../bench/parley.ts";
import { callAdmin, declareMove, type MoveTool } from "../declare-move.ts";
import type { EffectServer } from "../effect-server.ts";
import { postChat, readHistory, type Write } from "../tool-write.ts";

export type Approval = "visitor" | "agent" | "both";

/** A running server with two tenants, one tool for each kind of approval in both, and the way to their rows past every route. */
export interface TamperWorld {
  api: string;
  shop: Shop;
  other: Shop;
  effects: EffectServer;
  /** Connections of the shop, as a message names them. */
  connections: Record<Approval, string>;
  /** Keys of the shop's people. */
  keys: { agent: string; viewer: string };
  /** Changes rows of the shop's, past every route. */
  change(sql: string, params: unknown[]): Promise<void>;
}

/** How a try ended. */
export interface Attempt {
  /** Bookings that the try might have moved. */
  bookings: string[];
  /** Effects that somebody has approved: a replay begins with a good yes. */
  approved?: number;
}

/** One way to have a write made that nobody approved as it is. */
export interface Kind {
  name: string;
  attempt(world: TamperWorld): Promise<Attempt>;
}

export interface Card extends Write {
  approval: Approval;
}

/** A tool of its own for a try that changes it. */
export interface OwnTool extends MoveTool {
  connection: string;
}

/** A booking that nobody was asked about. */
export function anotherBooking({ booking }: { booking: string }): string {
  return `B-9${booking.slice(2)}`;
}

/** Asks for a write, up to the card. @param by how it is to be approved, or the tool. */
export async function ask(world: TamperWorld, by: Approval | OwnTool = "visitor"): Promise<Card> {
  const session = await openSession(world.api, world.shop.tenantId, origin);
  return askIn(world, session, by);
}

let bookings = 100_000;

/** As {@link ask}, in a ticket that is there. */
export async function askIn(world: TamperWorld, session: Session, by: Approval | OwnTool = "visitor"): Promise<Card> {
  const { api } = world;
  bookings += 1;
  const booking = `B-${bookings}`;
  const connection = typeof by === "string" ? world.connections[by] : by.connection;
  const content = `Move ${booking} with ${connection}`;
  const response = await postChat(api, session, { path: "stream", body: { message_id: randomUUID(), content } });
  const text = await response.text();
  const { pending } = await readHistory(api, session);
  if (pending?.type !== "confirmation") throw new Error(`nothing was proposed: ${response.status} ${text.slice(-400)}`);
  const approval = typeof by === "string" ? by : "visitor";
  return { session, booking, confirmationId: pending.confirmation_id, approval };
}

/** What a visitor says to a card; the stream is read to its end. @param how `session`: somebody else's; `body`: instead of a yes. */
export async function answer(
  world: TamperWorld,
  card: Card,
  how: { session?: Session; id?: string; body?: unknown; key?: string } = {},
): Promise<number> {
  const response = await postChat(world.api, how.session ?? card.session, {
    path: `confirmations/${how.id ?? card.confirmationId}`,
    body: "body" in how ? how.body : { approved: true },
    ...(how.key ? { headers: { "idempotency-key": how.key } } : {}),
  });
  await response.text();
  return response.status;
}

/** What somebody at the desk says to a card, waited for until the ticket is quiet. @param key whose; undefined: nobody's. */
export async function decide(
  world: TamperWorld,
  card: Card,
  { key, ticketId = card.session.ticketId }: { key: string | undefined; ticketId?: string },
): Promise<number> {
  const response = await fetch(`${world.api}/admin/tickets/${ticketId}/confirmations/${card.confirmationId}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ approved: true }),
  });
  await response.text();
  while ((await readHistory(world.api, card.session)).active_turn !== null)
    await new Promise((go) => setTimeout(go, 50));
  return response.status;
}

/** Does something with a tool of its own, which goes afterwards: its card would be another's while it stands. */
export async function withOwnTool(
  world: TamperWorld,
  work: (tool: OwnTool) => Promise<Attempt>,
  protocol: "rest" | "mcp" = "rest",
): Promise<Attempt> {
  const { api, shop, effects } = world;
  const name = `Own ${randomUUID().slice(0, 8)}`;
  const declared = { effects, protocol, approval: "visitor" as const, example: "Move it", name };
  const tool = await declareMove(api, shop, declared);
  try {
    return await work({ ...tool, connection: name.toLowerCase().replaceAll(/[^a-z0-9]/g, "_") });
  } finally {
    await callAdmin(api, shop, { path: `tools/connections/${tool.connectionId}`, method: "DELETE" });
  }
}

/** Connects the same system for each kind of approval. @returns the connections' names as a message says them */
export async function declareAll(api: string, shop: Shop, effects: EffectServer): Promise<Record<Approval, string>> {
  for (const approval of ["visitor", "agent", "both"] as const)
    await declareMove(api, shop, {
      effects,
      protocol: approval === "both" ? "mcp" : "rest",
      approval,
      example: "Move it",
      name: `By ${approval}`,
    });
  return { visitor: "by_visitor", agent: "by_agent", both: "by_both" };
}
