import { randomUUID } from "node:crypto";
import { z } from "zod";
import { openSession, origin, type Session, type Shop } from "../bench/parley.ts";

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
  const made = await admin(shop, "webhooks", { name: "receiver", url, events });
  return z.object({ secret: z.string() }).parse(await made.json()).secret;
}

/** A visitor asks for a human, so that the tenant's webhook receives an event. */
export async function callWebhook(shop: ReceiverShop): Promise<Told> {
  const session = await openSession(shop.api, shop.tenantId);
  const at = performance.now();
  await chat({ ...shop, ...session }, "stream", { message_id: randomUUID(), content: "I want to talk to a person." });
  const turnMs = performance.now() - at;
  return { ticketId: session.ticketId, words: "", at, turnMs };
}

/** A visitor asks for a human, leaves an address and goes; an agent answers, and the answer is sent by e-mail. */
export async function answerByEmail(shop: ReceiverShop, minute: number): Promise<Told> {
  const session = await openSession(shop.api, shop.tenantId);
  const words = `Kite-number-${minute}-flies-again`;
  const at = performance.now();
  await chat({ ...shop, ...session }, "stream", { message_id: randomUUID(), content: "I want to talk to a person." });
  const turnMs = performance.now() - at;
  await chat({ ...shop, ...session }, "contact", { email: `ada${minute}@mail.example` });
  await admin(shop, `tickets/${session.ticketId}/messages`, { content: words });
  return { ticketId: session.ticketId, words, at, turnMs };
}

async function chat({ api, token }: Session & { api: string }, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json", origin, authorization: `Bearer ${token}` };
  const response = await fetch(`${api}/chat/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

async function admin({ api, apiKey }: ReceiverShop, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${api}/admin/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}
