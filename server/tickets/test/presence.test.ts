import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StreamEvent, streamEventSchema } from "../../../protocol/events.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { writeTranscript } from "../../channels/email/send-email.ts";
import { newId } from "../../core/ids.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originA, originB } from "../../test/support/http.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

let desk: ConversationRig;
const stop = new AbortController();
beforeAll(async () => {
  desk = await startConversationRig();
}, 60_000);
afterAll(async () => {
  stop.abort();
  await desk[Symbol.asyncDispose]();
});
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

/** A ticket that waits for an agent. */
async function waiting(): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "How long does the blue one last?");
  return { visitor, id: visitor.session.ticket.id };
}

/** Events of a feed, starting when the response begins; the feed closes after the file's tests. */
async function listen(path: string, authorization: string): Promise<StreamEvent[]> {
  const response = await fetch(`${desk.http.url}/api/v1/${path}`, {
    headers: { authorization, origin: originA, "last-event-id": "0" },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  const heard: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => void heard.push(streamEventSchema.parse(JSON.parse(data))),
  });
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
  };
  void read().catch(() => undefined);
  await waitFor(() => heard.length > 0, { what: "the feed's first event" });
  return heard;
}

const listenAs = ({ session }: { session: InitResponse }) => listen("chat/events", `Bearer ${session.token}`);
const of = <T extends StreamEvent["type"]>(heard: StreamEvent[], type: T) =>
  heard.filter((event): event is Extract<StreamEvent, { type: T }> => event.type === type);

async function callAs(key: string, path: string, body: object) {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe("an API key that answers", () => {
  it("is the team to visitors: its own name is in nothing that they get", async () => {
    const key = await createKey(desk.http.ctx.tenants, operator, {
      tenantId: desk.http.a.tenant_id,
      name: "zapier-bridge-7",
      role: "agent",
    });
    const { visitor, id } = await waiting();
    const heard = await listenAs(visitor);
    expect((await callAs(key.api_key, `tickets/${id}/take`, {})).status).toBe(200);
    await callAs(key.api_key, `tickets/${id}/typing`, {});
    expect((await callAs(key.api_key, `tickets/${id}/messages`, { content: "Three years." })).status).toBe(200);
    await waitFor(() => of(heard, "message").some(({ message }) => message.role === "agent"), { what: "the reply" });
    const { theme } = visitor.session;
    expect(of(heard, "owner").at(-1)?.agent?.name).toBe(theme.name);
    expect(of(heard, "typing")[0]?.name).toBe(theme.name);
    const history = await desk.history(visitor);
    const list = await (await visitor.call("tickets")).text();
    const mail = writeTranscript({
      tenantName: theme.name,
      ticketNumber: 1,
      messages: history.messages,
      isCut: false,
      locale: "en",
    });
    expect(history.messages.at(-1)?.agent?.name).toBe(theme.name);
    expect(mail.text).toContain(`${theme.name}, `);
    for (const told of [heard, history, list, mail]) expect(JSON.stringify(told)).not.toContain("zapier");
  });

  it("speaks as the person that it was made for", async () => {
    const made = await callAs(desk.http.a.api_key, "keys", { name: "crm", speaks_as: "Dana Okafor", role: "agent" });
    expect(made.status, made.text).toBe(201);
    const key = JSON.parse(made.text) as { api_key: string; speaks_as: string };
    expect(key.speaks_as).toBe("Dana Okafor");
    const { visitor, id } = await waiting();
    expect((await callAs(key.api_key, `tickets/${id}/resolve`, { answer: "Three years." })).status).toBe(200);
    const history = await desk.history(visitor);
    expect(history.messages.at(-1)?.agent?.name).toBe("Dana Okafor");
    expect(JSON.stringify(history)).not.toContain("crm");
  });
});

describe("typing", () => {
  it("is told live and nowhere kept: no row, and nothing for who comes later", async () => {
    const { visitor, id } = await waiting();
    const heard = await listenAs(visitor);
    const before = await desk.count("ticket_events where ticket_id = $1", [id]);
    expect((await desk.desk(`tickets/${id}/typing`, {})).status).toBe(200);
    expect((await desk.desk(`tickets/${id}/typing`, { over: true })).status).toBe(200);
    await waitFor(() => of(heard, "typing").length === 2, { what: "both signs" });
    expect(of(heard, "typing")).toMatchObject([{ who: "agent" }, { who: "agent", over: true }]);
    expect(await desk.count("ticket_events where ticket_id = $1", [id])).toBe(before);
    const later = await visitor.call("events?until=now", { headers: { "last-event-id": "0" } });
    expect(await later.text()).not.toContain("typing");
  });

  it("is refused for tickets of others, says nothing in one that has ended, and has a limit", async () => {
    const { visitor, id } = await waiting();
    expect((await callAs(desk.http.b.api_key, `tickets/${id}/typing`, {})).status).toBe(404);
    expect((await desk.desk(`tickets/${id}/typing`, { over: "yes" })).status).toBe(400);
    await desk.desk(`tickets/${id}/resolve`, { answer: "Three years." });
    const heard = await listenAs(visitor);
    expect((await desk.desk(`tickets/${id}/typing`, {})).status).toBe(200);
    const eager = await createKey(desk.http.ctx.tenants, operator, {
      tenantId: desk.http.a.tenant_id,
      name: "eager",
      role: "agent",
    });
    const other = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => callAs(eager.api_key, `tickets/${other.id}/typing`, {})),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(of(heard, "typing")).toEqual([]);
  });
});

describe("what the visitor has seen", () => {
  it("is told to the console live, with the answer that it concerns and when", async () => {
    const { visitor, id } = await waiting();
    await desk.desk(`tickets/${id}/messages`, { content: "Three years." });
    expect((await desk.desk(`tickets/${id}`)).body.seen).toBeNull();
    const heard = await listen(`admin/tickets/${id}/events`, `Bearer ${desk.http.a.api_key}`);
    const { sequence } = await desk.history(visitor);
    const see = () => visitor.call("seen", { method: "POST", body: JSON.stringify({ sequence }) });
    await see();
    await waitFor(() => of(heard, "seen").length > 0, { what: "the sign that it was seen" });
    const { seen, messages } = (await desk.desk(`tickets/${id}`)).body;
    expect(seen).toEqual({ message_id: messages.at(-1)?.id, at: expect.any(String) });
    await see();
    expect((await desk.desk(`tickets/${id}`)).body.seen).toEqual(seen);
    await desk.desk(`tickets/${id}/messages`, { content: "Or four." });
    expect((await desk.desk(`tickets/${id}`)).body.seen?.message_id).toBe(seen?.message_id);
    expect(of(heard, "seen")).toHaveLength(1);
  });
});

describe("a reply in another ticket of the visitor", () => {
  it("is told in the feed of the one that is open, to this visitor alone", async () => {
    const { visitor, id } = await waiting();
    const stranger = await waiting();
    const next = (await (await visitor.call("tickets", { method: "POST", body: "{}" })).json()) as InitResponse;
    const token = `Bearer ${next.token}`;
    await fetch(`${desk.http.url}/api/v1/chat/stream`, {
      method: "POST",
      headers: { authorization: token, origin: originA, "content-type": "application/json" },
      body: JSON.stringify({ message_id: newId(), content: "And the red one?" }),
    }).then((answer) => answer.text());
    const [here, there, theirs] = await Promise.all([
      listen("chat/events", token),
      listenAs(visitor),
      listenAs(stranger.visitor),
    ]);
    await desk.desk(`tickets/${id}/messages`, { content: "Three years." });
    await desk.desk(`tickets/${id}/resolve`, { answer: "Or four." });
    await waitFor(() => of(here, "elsewhere").length === 2, { what: "both replies, from the other ticket's feed" });
    expect(of(here, "elsewhere")[0]).toMatchObject({ ticket_id: id });
    await waitFor(() => of(there, "message").length >= 3, { what: "the reply in its own feed" });
    for (const others of [there, theirs]) expect(of(others, "elsewhere")).toEqual([]);
    expect(JSON.stringify(of(here, "message"))).not.toContain("Three years.");
  });
});

describe("an invitation", () => {
  it("is told to pages of the tenant's domains alone, and begins no session", async () => {
    const teaser = { text: "Questions?", after_seconds: 20, pages: ["/pricing*"] };
    const patch = (alerts: object) =>
      fetch(`${desk.http.url}/api/v1/admin/settings`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${desk.http.a.api_key}`, "content-type": "application/json" },
        body: JSON.stringify({ alerts }),
      });
    const ask = async (tenantId: string, origin: string) => {
      const response = await fetch(`${desk.http.url}/api/v1/chat/teaser`, {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify({ tenant_id: tenantId }),
      });
      return { status: response.status, body: (await response.json()) as { error?: object } };
    };
    expect((await ask(desk.tenantId, originA)).body).toEqual({ teaser: null });
    const visitors = await desk.count("visitors", []);
    expect((await patch({ teaser })).status).toBe(200);
    expect(await ask(desk.tenantId, originA)).toEqual({ status: 200, body: { teaser } });
    const foreign = await ask(desk.tenantId, originB);
    expect(foreign.status).toBe(403);
    expect(await ask(newId(), originA)).toMatchObject({ status: 403, body: { error: { code: "origin_not_allowed" } } });
    expect(await desk.count("visitors", [])).toBe(visitors);
    const { alerts } = (await desk.visitor()).session;
    expect(alerts).toEqual({ preview: true, sound: false });
    for (const wrong of [
      { text: "x".repeat(121) },
      { text: "x", pages: ["https://a.b/"] },
      { text: "x", after_seconds: -1 },
    ])
      expect((await patch({ teaser: wrong })).status).toBe(400);
    expect((await patch({ sound: true, teaser: null })).status).toBe(200);
    expect((await desk.visitor()).session.alerts).toEqual({ preview: true, sound: true });
  });
});
