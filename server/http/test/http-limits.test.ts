import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { readConfig } from "../../core/config/config.ts";
import { originA, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { HeldBytes } from "../../tickets/attachments/held-bytes.ts";
import { trustProxySetting } from "../address.ts";

let test: TestHttp;
const emailSecret = "a-secret-for-inbound-mail";
const takenEmails: string[] = [];
beforeAll(async () => {
  const three = { points: 3, seconds: 60 };
  test = await startTestHttp({
    rules: {
      init_address: { points: 6, seconds: 60 },
      chat_ticket: three,
      sign_in_account: three,
      sign_in_address: { points: 12, seconds: 60 },
      admin_refused: three,
      admin_unknown: { points: 12, seconds: 60 },
      inbound_refused: three,
      inbound_address: three,
    },
    inbound: {
      secret: emailSecret,
      held: new HeldBytes(1_000),
      take: async ({ head }) => {
        takenEmails.push(head);
        return "message";
      },
    },
  });
});
afterAll(() => test[Symbol.asyncDispose]());

function init(headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: originA, ...headers },
    body: JSON.stringify({ tenant_id: test.a.tenant_id }),
  });
}

async function callUntilRefused(call: () => Promise<Response>): Promise<{ statuses: number[]; last: Response }> {
  const statuses: number[] = [];
  let last = await call();
  for (let turn = 0; turn < 20 && last.status !== 429; turn += 1) {
    statuses.push(last.status);
    last = await call();
  }
  return { statuses, last };
}

async function expectRefusal(last: Response): Promise<void> {
  expect(last.status).toBe(429);
  const seconds = Number(last.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(((await last.json()) as { error: { code: string } }).error.code).toBe("rate_limited");
}

describe("limits", () => {
  it("count a session's calls and a page can read the refusal", async () => {
    const { token } = (await (await init()).json()) as InitResponse;
    const history = () =>
      fetch(`${test.url}/api/v1/chat/history`, { headers: { authorization: `Bearer ${token}`, origin: originA } });
    const { statuses, last } = await callUntilRefused(history);
    expect(statuses).toEqual([200, 200, 200]);
    expect(last.headers.get("access-control-allow-origin")).toBe(originA);
    expect(last.headers.get("access-control-expose-headers")).toContain("Retry-After");
    await expectRefusal(last);
  });

  it("count an address's sessions, and a forwarded address from anybody counts for nothing", async () => {
    let turn = 0;
    const { statuses, last } = await callUntilRefused(() => init({ "x-forwarded-for": `203.0.113.${turn++}` }));
    expect(statuses.length).toBeLessThanOrEqual(6);
    await expectRefusal(last);
  });

  it("end the guessing of a password", async () => {
    const guess = () =>
      fetch(`${test.url}/api/v1/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: test.url },
        body: JSON.stringify({ email: test.a.admin.email, password: "a wrong guess" }),
      });
    const { statuses, last } = await callUntilRefused(guess);
    expect(statuses).toEqual([401, 401, 401]);
    expect(last.status).toBe(429);
  });

  it("end the guessing of keys without stopping those who have one", async () => {
    const { statuses, last } = await callUntilRefused(() =>
      fetch(`${test.url}/api/v1/admin/me`, { headers: { authorization: "Bearer pk_wrong" } }),
    );
    expect(statuses).toEqual([401, 401, 401]);
    await expectRefusal(last);
    expect(
      (await fetch(`${test.url}/api/v1/admin/me`, { headers: { authorization: `Bearer ${test.a.api_key}` } })).status,
    ).toBe(200);
  });

  it("are taken before a key is looked up or a body is read, and leave those alone who were here before", async () => {
    const me = (key: string) => fetch(`${test.url}/api/v1/admin/me`, { headers: { authorization: `Bearer ${key}` } });
    expect((await me(test.a.api_key)).status).toBe(200);
    const looked = vi.spyOn(test.ctx.auth, "readAgent");
    for (let guess = 0; guess < 30; guess++) expect([401, 429]).toContain((await me(`pk_guess_${guess}`)).status);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(12);
    expect((await me(test.a.api_key)).status).toBe(200);
    looked.mockRestore();

    // The body is invalid, but the limit refuses it before it is parsed.
    const signIn = () =>
      fetch(`${test.url}/api/v1/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: test.url },
        body: "{",
      });
    const { last } = await callUntilRefused(signIn);
    await expectRefusal(last);
  });
});

describe("mails that come in", () => {
  const send = (body: string, secret = emailSecret) =>
    fetch(`${test.url}/api/v1/mail/inbound`, {
      method: "POST",
      body,
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
    });

  it("are counted by whoever hands them over, before they are read, and so are wrong secrets", async () => {
    const large = await send("x".repeat(1_001));
    expect(large.status).toBe(503);
    expect(large.headers.get("retry-after")).toBe("5");
    const { statuses, last } = await callUntilRefused(() => send("From: a@b.example\r\n\r\nHello"));
    expect(statuses).toEqual([200, 200]);
    expect(takenEmails).toHaveLength(2);
    await expectRefusal(last);
    const guesses = await callUntilRefused(() => send("", "wrong"));
    expect(guesses.statuses).toEqual([401, 401, 401]);
    await expectRefusal(guesses.last);
  });
});

describe("TRUST_PROXY", () => {
  it("is read as Express understands it", () => {
    expect(trustProxySetting("")).toBe(false);
    expect(trustProxySetting("false")).toBe(false);
    expect(trustProxySetting("2")).toBe(2);
    expect(trustProxySetting("10.0.0.0/8, loopback")).toEqual(["10.0.0.0/8", "loopback"]);
  });

  it("is refused at the start when it would let everybody choose their address", () => {
    for (const value of [
      "true",
      "TRUE",
      "0.0.0.0/0",
      "loopback,::/0",
      "11",
      "99",
      "all",
      "10.0.0.0/33",
      "10.0.0.1/8/9",
      "a.b",
    ])
      expect(() => readConfig({ TRUST_PROXY: value }), value).toThrow(/TRUST_PROXY.*number of proxies.*loopback/s);
    for (const value of ["", "false", "1", "10", "loopback", "10.0.0.0/8, uniquelocal", "10.0.0.7,fd00::/8"])
      expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value);
  });
});
