import { randomUUID } from "node:crypto";
import { callAdmin, openSession, origin, postChat, type Session, type Shop } from "../../bench/parley.ts";
import { declareMove, type MoveTool } from "../declare-move.ts";
import type { EffectServer } from "../effect-server.ts";
import { readHistory, type Write } from "../tool-write.ts";

export type Approval = "visitor" | "agent" | "both";

/** A running server with two tenants, one tool for each kind of approval in both, and direct access to their rows. */
export interface TamperWorld {
  api: string;
  shop: Shop;
  other: Shop;
  effects: EffectServer;
  /** Connections of the shop, by their names in messages. */
  connections: Record<Approval, string>;
  /** API keys of the shop's members. */
  keys: { agent: string; viewer: string };
  /** Changes rows of the shop directly in the database. */
  change(sql: string, params: unknown[]): Promise<void>;
}

/** The result of a try. */
export interface Attempt {
  /** Bookings that the try may have moved. */
  bookings: string[];
  /** Number of approved effects: a replay begins with a valid approval. */
  approved?: number;
}

/** One way to execute a write that nobody approved in that form. */
export interface Kind {
  name: string;
  attempt(world: TamperWorld): Promise<Attempt>;
}

export interface Card extends Write {
  approval: Approval;
}

/** A separate tool for a try that changes it. */
export interface OwnTool extends MoveTool {
  connection: string;
}

/** A booking that is not on the card. */
export function anotherBooking({ booking }: { booking: string }): string {
  return `B-9${booking.slice(2)}`;
}

/** Asks for a write, up to the card. @param by the kind of approval, or the tool. */
export async function ask(world: TamperWorld, by: Approval | OwnTool = "visitor"): Promise<Card> {
  const session = await openSession(world.api, world.shop.tenantId, origin);
  return askIn(world, session, by);
}

let bookings = 100_000;

/** Like {@link ask}, in an existing ticket. */
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

/**
 * Answers a card as a visitor and reads the stream to its end. @param how `session`: another session; `body`: another body than an
 * approval.
 */
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

/** Decides a card as an agent and waits until the ticket is quiet. @param key the agent's key; undefined: no key. */
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

/** Uses a separate tool and removes it afterwards, because it could take the card of another try. */
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

/** Connects the same system for each kind of approval. @returns the connections' names in messages */
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
