import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import { originA } from "../../test/support/http.ts";

let test: ConversationRig;
beforeAll(async () => {
  test = await startConversationRig();
});
afterAll(() => test[Symbol.asyncDispose]());

const mark = "\ufeff";

describe("a visitor's message", () => {
  it.each([
    ["a byte order mark in front", `${mark}How do I start?`, "How do I start?"],
    ["several of them", `${mark}${mark}${mark}How do I start?`, "How do I start?"],
    ["one in the middle and at the end", `How${mark} do I start?${mark}`, `How${mark} do I start?${mark}`],
    ["a blank before one", ` ${mark}Start?`, ` ${mark}Start?`],
    [
      "line ends of Windows and odd blanks",
      "\r\n\tHow\u2028 do\u0085 I\u00a0start?\r\n",
      "\r\n\tHow\u2028 do\u0085 I\u00a0start?\r\n",
    ],
    ["characters that are none", "\ufffe\uffff a \u{10ffff}\u0001\u007f", "\ufffe\uffff a \u{10ffff}\u0001\u007f"],
    ["accents written apart", "e\u0301 \u212b ﬁ", "e\u0301 \u212b ﬁ"],
    ["what looks like an escape", "\\u0000 \\x00 '' $1 {\"a\":1} \\", "\\u0000 \\x00 '' $1 {\"a\":1} \\"],
  ])("with %s is stored, and the same once more is no other message", async (_name, sent, kept) => {
    const visitor = await test.visitor();
    const message = { message_id: newId(), content: sent };
    for (const time of ["first", "again"]) {
      const answered = await test.post(visitor, "stream", message);
      expect([time, answered.status]).toEqual([time, 200]);
    }
    const { messages } = await test.history(visitor);
    expect(messages.filter(({ role }) => role === "visitor").map(({ content }) => content)).toEqual([kept]);
  });

  it("of nothing but a byte order mark is empty", async () => {
    const visitor = await test.visitor();
    expect((await test.post(visitor, "stream", { message_id: newId(), content: mark })).status).toBe(400);
  });
});

describe("an agent's answer", () => {
  it("goes out without the byte order mark that its editor put in front", async () => {
    const visitor = await test.visitor();
    await test.say(visitor, "I want to talk to a human please");
    const path = `tickets/${visitor.session.ticket.id}/messages`;
    const sent = await test.desk(path, { content: `${mark}Hello from ${mark}us.` });
    expect(sent.status).toBeLessThan(300);
    const { messages } = await test.history(visitor);
    expect(messages.at(-1)).toMatchObject({ role: "agent", content: `Hello from ${mark}us.` });
  });
});

describe("an Origin header with bytes beyond ASCII", () => {
  /** Sends raw bytes, because browsers and client libraries do not send such requests. */
  function ask(method: string, path: string, origin: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const body = JSON.stringify({ tenant_id: test.tenantId });
      const headers = { "content-type": "application/json", "content-length": body.length, origin };
      const sent = request(`${test.http.url}${path}`, { method, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      sent.on("error", reject).end(body);
    });
  }

  it("is a wrong origin like any other, however often it comes", async () => {
    const origins = [
      `${originA}\u00e9`,
      "https://sh\u00f6p.example",
      "\u00ff",
      "https://[\u00e9]",
      "https://a\u00ad\u00ff:1",
    ];
    for (let round = 0; round < 150; round += 1)
      for (const origin of origins) expect(await ask("POST", "/api/v1/chat/init", origin)).toBe(403);
    for (const path of ["/api/v1/chat/stream", "/api/v1/chat/events", "/api/v1/admin/me", "/api/v1/auth/sign-in/email"])
      for (const origin of origins)
        for (const method of ["POST", "OPTIONS"]) expect(await ask(method, path, origin)).toBeLessThan(500);
  });
});
