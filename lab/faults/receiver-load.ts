import { randomUUID } from "node:crypto";
import { z } from "zod";
import { callAdmin, openSession, postChat, type Session, type Shop } from "../bench/parley.ts";

/** A tenant and the API address. */
export type ReceiverShop = Shop & { api: string };

/** An action in a ticket that must be delivered. */
export interface Told {
  ticketId: string;
  /** Words of the agent's answer, to find them in the e-mail. */
  words: string;
  /** Time of the request for a human, and how long the visitor waited for the end of that turn. */
  at: number;
  turnMs: number;
}

/** Creates a webhook for escalations and messages. @returns its secret */
export async function makeWebhook(shop: ReceiverShop, url: string): Promise<string> {
  const events = ["ticket.escalated", "message.created"];
  const made = await callAdmin(shop.api, shop, { path: "webhooks", body: { name: "receiver", url, events } });
  return z.object({ secret: z.string() }).parse(made).secret;
}

/** A visitor asks for a human, so that the tenant's webhook receives an event. */
export async function callWebhook(shop: ReceiverShop): Promise<Told> {
  const session = await openSession(shop.api, shop.tenantId);
  const at = performance.now();
  await chat(shop, session, {
    path: "stream",
    body: { message_id: randomUUID(), content: "I want to talk to a person." },
  });
  const turnMs = performance.now() - at;
  return { ticketId: session.ticketId, words: "", at, turnMs };
}

/** A visitor asks for a human, leaves an address and goes; an agent answers, and the answer is sent by e-mail. */
export async function answerByEmail(shop: ReceiverShop, minute: number): Promise<Told> {
  const session = await openSession(shop.api, shop.tenantId);
  const words = `Kite-number-${minute}-flies-again`;
  const at = performance.now();
  await chat(shop, session, {
    path: "stream",
    body: { message_id: randomUUID(), content: "I want to talk to a person." },
  });
  const turnMs = performance.now() - at;
  await chat(shop, session, { path: "contact", body: { email: `ada${minute}@mail.example` } });
  await callAdmin(shop.api, shop, { path: `tickets/${session.ticketId}/messages`, body: { content: words } });
  return { ticketId: session.ticketId, words, at, turnMs };
}

async function chat(shop: ReceiverShop, session: Session, request: { path: string; body: object }): Promise<void> {
  const response = await postChat(shop.api, session, request);
  await response.text();
  if (!response.ok) throw new Error(`${request.path} returned status ${response.status}`);
}
