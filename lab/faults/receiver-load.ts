import { randomUUID } from "node:crypto";
import { z } from "zod";
import { openSession, origin, type Session, type Shop } from "../bench/parley.ts";

/** A tenant, and where it is asked. */
export type ReceiverShop = Shop & { api: string };

/** What was done in one ticket, and has to be told. */
export interface Told {
  ticketId: string;
  /** Of the agent's answer, found in its mail. */
  words: string;
  /** When a person was asked for, and how long the visitor waited for the end of that turn. */
  at: number;
  turnMs: number;
}

/** Has a webhook hear of escalations and messages. @returns its secret */
export async function makeWebhook(shop: ReceiverShop, url: string): Promise<string> {
  const events = ["ticket.escalated", "message.created"];
  const made = await admin(shop, "webhooks", { name: "receiver", url, events });
  return z.object({ secret: z.string() }).parse(await made.json()).secret;
}

/** A visitor asks for a person: the tenant's webhook is told. */
export async function tellWebhook(shop: ReceiverShop): Promise<Told> {
  const session = await openSession(shop.api, shop.tenantId);
  const at = performance.now();
  await chat({ ...shop, ...session }, "stream", { message_id: randomUUID(), content: "I want to talk to a person." });
  const turnMs = performance.now() - at;
  return { ticketId: session.ticketId, words: "", at, turnMs };
}

/** A visitor asks for a person, leaves an address and goes; an agent answers, which is told by mail. */
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
