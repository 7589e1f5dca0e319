import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { exampleId, type Route } from "../../../protocol/route.ts";
import { allRoutes } from "../../../protocol/routes/all.ts";
import { originA, startTestHttp, type TestHttp } from "../../test/support/http.ts";

let test: TestHttp;
let token: string;
beforeAll(async () => {
  test = await startTestHttp();
  const response = await fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: originA },
    body: JSON.stringify({ tenant_id: test.a.tenant_id }),
  });
  token = ((await response.json()) as InitResponse).token;
});
afterAll(() => test[Symbol.asyncDispose]());

interface Bad {
  name: string;
  body: string | Buffer;
  status: number;
  code: string;
  headers?: Record<string, string>;
}

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
const bad: Bad[] = [
  { name: "no body", body: "", status: 400, code: "invalid_request" },
  { name: "empty object", body: "{}", status: 400, code: "invalid_request" },
  { name: "null", body: "null", status: 400, code: "invalid_json" },
  { name: "number", body: "42", status: 400, code: "invalid_json" },
  { name: "array", body: "[]", status: 400, code: "invalid_request" },
  { name: "broken JSON", body: '{"a":', status: 400, code: "invalid_json" },
  { name: "text", body: "hello", status: 400, code: "invalid_json" },
  {
    name: "a megabyte",
    body: JSON.stringify({ content: "x".repeat(1_000_000) }),
    status: 413,
    code: "payload_too_large",
  },
  { name: "a deep nest", body: deep, status: 400, code: "invalid_request" },
  { name: "NUL byte", body: Buffer.from('{"a":"\u0000"}'), status: 400, code: "invalid_json" },
  { name: "escaped NUL", body: '{"a":"\\u0000"}', status: 400, code: "invalid_request" },
  { name: "NUL in a name", body: '{"a\\u0000":1}', status: 400, code: "invalid_request" },
  { name: "lone surrogate", body: '{"a":"\\ud800"}', status: 400, code: "invalid_request" },
  {
    name: "bytes that are no UTF-8",
    body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    status: 400,
    code: "invalid_json",
  },
  { name: "prototype", body: '{"__proto__":{"a":1}}', status: 400, code: "invalid_request" },
  {
    name: "a form",
    body: "a=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "plain text",
    body: "{}",
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "JSON-like type",
    body: "{}",
    headers: { "content-type": "application/jsonp" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "another charset",
    body: "{}",
    headers: { "content-type": "application/json; charset=utf-16" },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "compressed",
    body: "{}",
    headers: { "content-encoding": "gzip" },
    status: 415,
    code: "unsupported_media_type",
  },
];

const withFields: Record<string, object[]> = {
  "/api/v1/chat/init": [
    { tenant_id: 1 },
    { tenant_id: "x" },
    { tenant_id: [] },
    { tenant_id: null },
    { tenant_id: "0198c0de-0000-7000-8000-0000000000ff", extra: 1 },
  ],
  "/api/v1/chat/stream": [
    { message_id: "x", content: "hello" },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: "" },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: "  \n " },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: 1 },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: ["a"] },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: "x".repeat(8_001) },
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", content: "a", role: "agent" },
    { content: "hello" },
  ],
  "/api/v1/chat/feedback": [
    { message_id: "0198c0de-0000-7000-8000-0000000000ff", rating: "sideways" },
    { rating: "up" },
  ],
};

function post(path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(test.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${path.includes("/admin/") ? test.a.api_key : token}`,
      origin: originA,
      ...headers,
    },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}

describe.each([
  "/api/v1/chat/init",
  "/api/v1/chat/stream",
  "/api/v1/chat/feedback",
  "/api/v1/auth/sign-in/email",
  "/api/v1/admin/keys",
])("%s", (path) => {
  it.each(bad)("refuses $name", async ({ name, body, headers, status, code }) => {
    const response = await post(path, body, {
      ...(path.includes("/admin/") || path.includes("/auth/") ? { origin: test.url } : {}),
      ...headers,
    });
    const answer = (await response.json()) as { error: { code: string; request_id: string } };
    expect(`${response.status} ${answer.error.code}`, name).toBe(`${status} ${code}`);
    expect(answer.error.request_id).toBe(response.headers.get("x-request-id"));
    expect(JSON.stringify(answer)).not.toMatch(/node_modules|at .*\.ts/);
  });
});

describe("wrong fields", () => {
  it.each(Object.entries(withFields).flatMap(([path, bodies]) => bodies.map((body) => ({ path, body }))))(
    "are refused: $path",
    async ({ path, body }) => {
      const response = await post(path, JSON.stringify(body));
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { code: string; details?: unknown } };
      expect(error.code).toBe("invalid_request");
      expect(JSON.stringify(error.details)).not.toContain("xxxx");
    },
  );
});

describe("addresses and methods", () => {
  it("that do not exist are 404, those that exist with another method 405", async () => {
    expect((await fetch(`${test.url}/nothing`)).status).toBe(404);
    expect((await fetch(`${test.url}/api/v1/nothing`)).status).toBe(404);
    expect((await fetch(`${test.url}/api/v1/auth/sign-up/email`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${test.url}/api/v1/auth/organization/list`)).status).toBe(404);
    for (const [path, allow] of [
      ["/api/v1/chat/init", "POST"],
      ["/api/v1/chat/history", "GET, HEAD"],
    ] as const) {
      const response = await fetch(test.url + path, { method: "DELETE" });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe(allow);
    }
  });

  it("that are spelt badly are no server error", async () => {
    for (const path of [
      "/%E0%A4%A",
      "/api/v1/admin/tickets/%00",
      "/api/v1/admin/tickets/%ff",
      "/docs/..%2f..%2fpackage",
      "/console/%2e%2e/%2e%2e/package.json",
      "/widget/..%2f..%2fpackage.json",
    ]) {
      const response = await fetch(test.url + path, { headers: { authorization: `Bearer ${test.a.api_key}` } });
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
    }
    for (const query of [
      "q=%00",
      "q=%ff",
      "limit=0",
      "limit=x",
      "limit[]=1&limit[]=2",
      "cursor=%00",
      "status=none",
      "view[a]=b",
      "q=a&q=b",
    ]) {
      const response = await fetch(`${test.url}/api/v1/admin/tickets?${query}`, {
        headers: { authorization: `Bearer ${test.a.api_key}` },
      });
      expect(response.status, query).toBeLessThan(500);
    }
  });

  it("of the documentation that lead nowhere are answered with a page for people, and with an error for programs", async () => {
    const page = await fetch(`${test.url}/docs/guide/no-such-page`, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toMatch(/Page not found.*href="\/docs\/guide\/README"/s);
    const error = await fetch(`${test.url}/docs/guide/no-such-page`, { headers: { accept: "application/json" } });
    expect(error.status).toBe(404);
    expect(await error.json()).toMatchObject({ error: { code: "not_found" } });
  });

  it("survive requests that are no HTTP", async () => {
    const port = Number(new URL(test.url).port);
    for (const text of [
      "\u0000\u0000\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "POST /api/v1/chat/init HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      `GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => socket.end(text));
        socket.on("error", () => resolve());
        socket.on("close", () => resolve());
        socket.resume();
      });
    }
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
  });
});

describe("every answer", () => {
  it("has an id, no server name, and headers that keep browsers careful", async () => {
    for (const path of [
      "/healthz",
      "/api/v1/chat/history",
      "/openapi.json",
      "/nothing",
      "/console",
      "/widget-preview/",
      "/docs/guide/theming",
    ]) {
      const { headers } = await fetch(test.url + path);
      expect(headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("x-powered-by"), path).toBeNull();
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toContain("unsafe");
    }
    const policy = (await fetch(`${test.url}/console`)).headers.get("content-security-policy") ?? "";
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    // The only page that the console shows in a frame; other sites may not.
    const preview = (await fetch(`${test.url}/widget-preview/`)).headers;
    expect(preview.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(preview.get("x-frame-options")).toBe("SAMEORIGIN");
    expect((await fetch(`${test.url}/console`)).headers.get("x-frame-options")).toBe("DENY");
  });
});

describe("the declared routes", () => {
  it("all have a handler, and no other route has one", () => {
    const names = (routes: readonly Route[]) => routes.map(({ method, path }) => `${method} ${path}`).sort();
    expect(names(test.http.routes)).toEqual(names(allRoutes));
  });

  // Their handlers find the person themselves, as a session may lack its second step.
  const own = allRoutes.filter(({ path, auth }) => path.startsWith("/api/v1/auth/") && auth === "person");
  it.each(own.map((route) => [route.id, route] as const))("need a signed-in person: %s", async (_id, route) => {
    const response = await fetch(test.url + route.path.replace(/:\w+/, exampleId("1")), {
      method: route.method,
      headers: { "content-type": "application/json", origin: test.url },
      body: JSON.stringify(route.example ?? {}),
    });
    const { error } = (await response.json()) as { error: { code: string } };
    expect(`${response.status} ${error.code}`).toBe("401 unauthorized");
  });

  it.each(["sign-out", "passkeys/question"])("take no form of another site's page: %s", async (path) => {
    const headers = { "content-type": "text/plain", origin: test.url };
    const response = await fetch(`${test.url}/api/v1/auth/${path}`, { method: "POST", headers, body: "{}" });
    expect(response.status).toBe(415);
  });
});

describe("the OpenAPI document", () => {
  it("is served with schemas for bodies, queries and answers", async () => {
    const document = (await (await fetch(`${test.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { requestBody?: object; parameters?: object[] }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    expect(JSON.stringify(document.paths["/api/v1/chat/stream"]?.post?.requestBody)).toContain("message_id");
    expect(JSON.stringify(document.paths["/api/v1/admin/tickets/{id}"]?.get?.parameters)).toContain("uuid");
    expect(JSON.stringify(document.paths["/api/v1/admin/tickets"]?.get?.parameters)).toContain("needs_person");
  });
});
