import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, readOperations, type Schema } from "../../../lab/faults/tenant-attack/operations.ts";
import { createPick, sample } from "../../../lab/faults/tenant-attack/sample.ts";
import { leaveOut } from "../../../scripts/setup/test-chance.mjs";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { newId } from "../../core/ids.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { shopOrigin, startWholeServer, type WholeServer } from "../../test/support/whole-server.ts";

let server: WholeServer;
let operations: Operation[];
/** Several API keys, because calls are counted per key. */
const staff: Record<string, string>[] = [];
/** API keys have no account. */
let person: Record<string, string>;
let visitor: Record<string, string>;
let tenantId: string;

beforeAll(async () => {
  server = await startWholeServer(
    { TRUST_PROXY: "loopback" },
    { slowSenders: { headersMs: 4_000, requestMs: 6_000, checkMs: 300 } },
  );
  const tenant = await server.addTenant("Shop", "ann@shop.example");
  tenantId = tenant.tenant_id;
  for (let nth = 0; nth < 20; nth += 1) {
    const key = await createKey(server.ctx.http.tenants, operator, {
      tenantId: tenant.tenant_id,
      name: "k",
      role: "admin",
    });
    staff.push({ authorization: `Bearer ${key.api_key}` });
  }
  const signedIn = await fetch(`${server.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email: tenant.admin.email, password: tenant.admin.password }),
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  person = { cookie: cookies.join("; "), origin: server.url };
  const { session } = await VisitorClient.init(`${server.url}/api/v1`, tenantId, shopOrigin);
  visitor = { authorization: `Bearer ${session.token}`, origin: shopOrigin };
  // The inbound e-mail route also reads other formats than JSON, and only where e-mail is set up; `answers-by-email` tests it with invalid
  // input.
  operations = (await readOperations(server.url)).filter(({ path }) => !path.startsWith("/api/v1/mail/"));
}, 180_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

interface Answer {
  status: number;
  code: string;
}

let calls = 0;

async function call(operation: Operation, path: string, body?: string, headers: object = {}): Promise<Answer> {
  const stop = new AbortController();
  calls += 1;
  const response = await fetch(server.url + path, {
    method: operation.method,
    headers: {
      "content-type": "application/json",
      // Refusals are counted per address.
      "x-forwarded-for": `10.1.${(calls >> 8) & 255}.${calls & 255}`,
      ...(operation.path.startsWith("/api/v1/auth") ? { origin: server.url } : {}),
      ...callerOf(operation),
      ...headers,
    },
    signal: stop.signal,
    ...(body === undefined ? {} : { body }),
  });
  if (operation.isStream && response.status === 200) {
    stop.abort();
    return { status: 200, code: "" };
  }
  const text = await response.text();
  expect(text, `${operation.method} ${path}`).not.toMatch(
    /node_modules|\.ts:\d|\bat [\w.]+ \(\S*:\d|PostgresError|syntax error/,
  );
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "";
  if (response.status >= 500 && operation.path.startsWith("/api/"))
    expect.fail(`${operation.method} ${path} with ${(body ?? "").slice(0, 300)} answered ${response.status} ${text}`);
  return { status: response.status, code };
}

function callerOf({ path }: Operation): Record<string, string> | undefined {
  if (path.includes("/admin/me/")) return person;
  return path.includes("/admin/") ? staff[calls % staff.length] : visitor;
}

function pathOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === "version" ? "1" : newId()));
}

function validBody(schema: Schema): Record<string, unknown> {
  const body = sample(schema, {
    // Fills every optional field, and uses the first of every choice, which for strings is the simple one.
    pick: (items) => items[0] ?? createPick(1)(items),
    idFor: (field) => (field === "tenant_id" ? tenantId : newId()),
    textFor: (field) =>
      /url|origin|domain/.test(field) ? "https://shop.example" : /email/.test(field) ? "a@b.example" : "hello",
  });
  return body as Record<string, unknown>; // bodies are objects
}

const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;

/** Values for a field, as JSON text, and whether they can ever be valid. */
const wrongValues: { name: string; json: string; never?: boolean }[] = [
  { name: "null", json: "null" },
  { name: "a number", json: "7" },
  { name: "a huge number", json: "1e400" },
  { name: "a fraction below zero", json: "-0.5" },
  { name: "true", json: "true" },
  { name: "an empty text", json: '""' },
  { name: "a list", json: '["a"]' },
  { name: "an object", json: '{"a":1}' },
  { name: "a long text", json: JSON.stringify("x".repeat(100_000)) },
  { name: "a deep nest", json: deep, never: true },
  { name: "NUL", json: '"a\\u0000b"', never: true },
  { name: "a lone surrogate", json: '"a\\ud800b"', never: true },
  { name: "a lone low surrogate", json: '"\\udc00"', never: true },
  { name: "a prototype", json: '{"__proto__":{"isAdmin":true}}', never: true },
  { name: "a constructor", json: '{"constructor":{"prototype":{"isAdmin":true}}}' },
];

/** Tries one value per field and another for its neighbours, or as many as given; all of them with PARLEY_TEST_HEAVY. */
function isTried(place: number, one = 15): (value: unknown, index: number) => boolean {
  return process.env["PARLEY_TEST_HEAVY"] ? () => true : (_value, index) => (place + index) % one === 0;
}

if (!process.env["PARLEY_TEST_HEAVY"]) leaveOut("most wrong values of each field of the API, which take turns");

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

describe("every field of every body", () => {
  it("is refused or taken, and never breaks the server, whatever stands in it", async () => {
    const added = ["extra", "constructor", "toString", "hasOwnProperty", "role", "tenant_id"];
    const tries = operations.flatMap((operation, nth) => {
      if (!operation.body) return [];
      const body = validBody(operation.body);
      const fields = Object.keys(body);
      const json = (value: object) => JSON.stringify(value);
      const without = (field: string) =>
        json(Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)));
      // Builds the text by hand, because no object can hold a duplicate field or an invalid number.
      const withText = (field: string, text: string) =>
        `{${[
          ...Object.entries(body)
            .filter(([name]) => name !== field)
            .map(([name, value]) => `${JSON.stringify(name)}:${json(value as object)}`),
          `${JSON.stringify(field)}:${text}`,
        ].join(",")}}`;
      const twice = (field: string) => `${json(body).slice(0, -1)},${JSON.stringify(field)}:7}`;
      return [
        ...fields.flatMap((field, place) => [
          { operation, name: `${field} missing`, body: without(field), never: false },
          { operation, name: `${field} twice`, body: twice(field), never: false },
          ...wrongValues.filter(isTried(place + Object.keys(body).length)).map((value) => ({
            operation,
            name: `${field} is ${value.name}`,
            body: withText(field, value.json),
            never: value.never ?? false,
          })),
        ]),
        ...added.filter(isTried(nth, 3)).map((field) => ({
          operation,
          name: `${field} added`,
          body: withText(field, '"x"'),
          never: false,
        })),
        { operation, name: "__proto__ added", body: withText("__proto__", '{"role":"admin"}'), never: true },
      ];
    });
    expect(tries.length).toBeGreaterThan(400);
    const wrong: string[] = [];
    await each(tries, async ({ operation, name, body, never }) => {
      const { status, code } = await call(operation, pathOf(operation), body);
      if (never && `${status} ${code}` !== "400 invalid_request")
        wrong.push(`${operation.method} ${operation.path}: ${name} answered ${status} ${code}`);
      if (status === 429) wrong.push(`${operation.path}: ${name} was not looked at`);
    });
    expect(wrong).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  }, 240_000);

  it("needs application/json in any spelling of it, and nothing that a form could send", async () => {
    const wrong: string[] = [];
    const spellings = [
      "application/json",
      "APPLICATION/JSON",
      "application/json;charset=utf-8",
      'Application/Json ; Charset="UTF-8"',
    ];
    const others = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "text/json",
      "application/json, text/plain",
      "application/jsonx",
      "application/json;charset=latin1",
    ];
    await each([...operations.filter(({ body }) => body !== null).entries()], async ([nth, operation]) => {
      const body = JSON.stringify({ nothing: "that fits" });
      for (const type of spellings.filter(isTried(nth, 4))) {
        const { status, code } = await call(operation, pathOf(operation), body, { "content-type": type });
        if (status === 415) wrong.push(`${operation.path}: ${type} answered ${code}`);
      }
      for (const type of others.filter(isTried(nth, 3))) {
        const { status } = await call(operation, pathOf(operation), body, { "content-type": type });
        if (status !== 415) wrong.push(`${operation.path}: ${type} answered ${status}`);
      }
    });
    expect(wrong).toEqual([]);
  }, 120_000);
});

describe("every address", () => {
  it("takes any query and any id without breaking", async () => {
    const values = [
      "",
      "%00",
      "%ff",
      "%ED%A0%80",
      "-1",
      "0",
      "1e400",
      "NaN",
      "x".repeat(4_000),
      "__proto__",
      "a&{name}=b",
      "[]",
      "'; select 1 --",
      "%F0%9F%98%80",
    ];
    const ids = [
      "%00",
      "%ff",
      "..%2f..%2fetc",
      "null",
      "undefined",
      "__proto__",
      "constructor",
      "1",
      "x".repeat(3_000),
      "0198C0DE-0000-7000-8000-0000000000FF",
      "%27%3B--",
      "{}",
    ];
    const tries = operations.flatMap((operation, place) => [
      ...(operation.method === "GET"
        ? [...operation.queryNames, "other"].flatMap((name, nth) =>
            values.filter(isTried(place + nth)).map((value) => ({
              operation,
              path: `${pathOf(operation)}?${name}=${value.replace("{name}", name)}`,
            })),
          )
        : []),
      ...(operation.pathNames.length > 0
        ? ids.filter(isTried(place)).map((id) => ({ operation, path: operation.path.replaceAll(/\{\w+\}/g, () => id) }))
        : []),
    ]);
    await each(tries, async ({ operation, path }) => {
      const { status } = await call(operation, path, operation.method === "GET" ? undefined : "{}");
      // In own-account routes, an API key is refused before any lookup.
      const refusals = path.startsWith("/api/v1/auth/") ? [400, 403, 404] : [400, 404];
      if (operation.pathNames.length > 0 && !path.includes("?")) expect(refusals, path).toContain(status);
    });
  }, 180_000);

  it("refuses headers that are too large, and goes on", async () => {
    const response = await fetch(`${server.url}/api/v1/chat/history`, {
      headers: { ...visitor, "x-long": "x".repeat(20_000) },
    });
    expect(response.status).toBe(431);
    expect((await fetch(`${server.url}/api/v1/chat/history`, { headers: visitor })).status).toBe(200);
  });
});

describe("a client that sends too slowly", () => {
  it.concurrent.each([
    ["headers", "POST /api/v1/chat/init HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    [
      "a body",
      "POST /api/v1/chat/init HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    ],
  ])(
    "%s is cut off, byte after byte though it goes on",
    async (_name, start) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      let heard = "";
      socket.on("data", (data) => {
        heard += data.toString();
      });
      socket.on("error", () => {}); // written to after it was closed
      socket.write(start);
      const drip = setInterval(() => socket.writable && socket.write("a"), 200);
      await once(socket, "close");
      clearInterval(drip);
      expect(heard).toMatch(/^(HTTP\/1\.1 (408|400)|$)/);
    },
    30_000,
  );
});
