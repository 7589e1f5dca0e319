import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { MemberRole } from "../../protocol/admin.ts";
import { type Route, routes } from "../../protocol/route.ts";
import type { AgentCredentials } from "../accounts/sign-in/credentials.ts";
import { requireRole } from "./agent.ts";
import { setAgent } from "./credentials.ts";
import { errorHandler } from "./error-handler.ts";
import { createRoutes } from "./routes.ts";
import { readUpload } from "./upload.ts";

const text = { summary: "A thing", description: "About things." };
const thing = z.object({
  id: z.string(),
  color: z.enum(["red", "blue"]),
  parts: z.array(z.object({ name: z.string() })),
});
const things = routes(
  { base: "/api/things", tag: "desk", auth: "agent" },
  {
    readThing: { at: "GET /:id", ...text, response: thing },
    readLatest: { at: "GET /latest", ...text, query: z.object({ limit: z.coerce.number().max(9) }), response: thing },
    createThing: {
      at: "POST /new",
      ...text,
      role: "manager",
      body: z.strictObject({ color: z.enum(["red", "blue"]) }),
      maxBytes: 100,
      status: 201,
      response: thing,
    },
    importThings: {
      at: "POST /import",
      ...text,
      body: z.strictObject({ list: z.array(z.string()) }),
      upload: z.object({}),
      response: z.object({ count: z.number() }),
    },
    deleteThing: { at: "DELETE /:id", ...text, role: "agent" },
    renameThing: { at: "PATCH /named/:name", ...text, params: { name: z.string().max(5) } },
    downloadThing: { at: "GET /:id/file", ...text, bytes: "text/plain" },
  },
);

const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a11";
/** As a use case may return it, with fields that clients must not see. */
const row = { id, color: "red" as const, secret: "s3cret", parts: [{ name: "lid", cost: 7 }] };
const book: Route[] = [];
const seen: unknown[] = [];

const runsBefore: RequestHandler = (_request, response, next) => {
  response.set("x-before", "1");
  next();
};

function makeApp() {
  const app = express();
  app.use((request, response, next) => {
    // Only the properties that the guards and handlers below read.
    setAgent(response, { role: request.headers["x-role"] as MemberRole, tenantId: "t" } as AgentCredentials);
    next();
  });
  const router = express.Router();
  app.use("/api/things", router);
  const added = createRoutes(router, {
    mount: "/api/things",
    book,
    guardsOf: ({ role }) => (role ? [requireRole(role)] : []),
  });
  added.implement(things, {
    readThing: async ({ id: wanted, caller }) => {
      seen.push({ wanted, tenant: caller.tenantId });
      return row;
    },
    // A colour that only a newer version knows.
    readLatest: async ({ query }) => ({ ...row, id: `${query.limit + 1}`, color: "green" as "red" }),
    createThing: async ({ body }) => ({ ...row, color: body.color }),
    importThings: async ({ body, request }) => ({
      count: body ? body.list.length : (await readUpload(request)).files.length,
    }),
    deleteThing: async () => "whatever the use case returns",
    renameThing: {
      before: [runsBefore],
      handle: async ({ name }) => seen.push(name),
    },
    downloadThing: async ({ response }) => response.type("text/plain").send("bytes"),
  });
  added.finish();
  app.use(errorHandler(pino({ enabled: false })));
  return app;
}

let url: string;
const server = createServer(makeApp());
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/things`; // it listens on a port
});
afterAll(() => server.close());

async function ask(method: string, path: string, body?: unknown, role: MemberRole = "manager") {
  const response = await fetch(url + path, {
    method,
    headers: { "x-role": role, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer.startsWith("{") ? JSON.parse(answer) : answer,
  };
}

describe("a declared route", () => {
  it("gets parsed parameters and the caller, and returns only what its schema names", async () => {
    expect(await ask("GET", `/${id}`)).toMatchObject({ status: 200 });
    expect((await ask("GET", `/${id}`)).body).toEqual({ id, color: "red", parts: [{ name: "lid" }] });
    expect(seen).toContainEqual({ wanted: id, tenant: "t" });
  });

  it("strips a response that a newer version has widened", async () => {
    expect((await ask("GET", "/latest?limit=3")).body).toEqual({ id: "4", color: "green", parts: [{ name: "lid" }] });
  });

  it("answers with the declared status, and with ok if it declares no response", async () => {
    expect(await ask("POST", "/new", { color: "blue" })).toMatchObject({ status: 201, body: { color: "blue" } });
    expect(await ask("DELETE", `/${id}`)).toMatchObject({ status: 200, body: { ok: true } });
  });

  it("takes a form where it declares one, and JSON all the same", async () => {
    expect((await ask("POST", "/import", { list: ["a", "b", "c"] })).body).toEqual({ count: 3 });
    expect((await ask("POST", "/import", { list: 1 })).status).toBe(400);
    const form = new FormData();
    form.append("file", new File(["x"], "x.txt"));
    const response = await fetch(`${url}/import`, { method: "POST", body: form });
    expect(await response.json()).toEqual({ count: 1 });
  });

  it("leaves files to the handler", async () => {
    expect(await ask("GET", `/${id}/file`)).toMatchObject({ status: 200, body: "bytes" });
  });

  it("runs what the handler needs before", async () => {
    const { status, headers } = await ask("PATCH", "/named/short", {});
    expect([status, headers.get("x-before")]).toEqual([200, "1"]);
    expect(seen).toContain("short");
  });

  it.each([
    ["an id that is none", "GET", "/x", undefined, 404, "not_found"],
    ["a parameter that its schema rejects", "PATCH", "/named/too-long", {}, 404, "not_found"],
    ["a query that does not fit", "GET", "/latest?limit=10", undefined, 400, "invalid_request"],
    ["a body that does not fit", "POST", "/new", { color: "green" }, 400, "invalid_request"],
    ["an unknown field", "POST", "/new", { color: "red", more: 1 }, 400, "invalid_request"],
    ["no body", "POST", "/new", undefined, 400, "invalid_request"],
    ["broken JSON", "POST", "/new", "{", 400, "invalid_json"],
    ["a body past its limit", "POST", "/new", { color: "r".repeat(200) }, 413, "payload_too_large"],
    ["a method the path does not have", "POST", `/${id}`, {}, 405, "method_not_allowed"],
    ["a method of another path of the same form", "DELETE", "/latest", undefined, 405, "method_not_allowed"],
  ])("rejects %s", async (_what, method, path, body, status, code) => {
    expect(await ask(method, path, body)).toMatchObject({ status, body: { error: { code } } });
  });

  it("names the rejected field, never its value", async () => {
    const { error } = (await ask("POST", "/new", { color: "green" })).body;
    expect(error.details).toEqual([{ field: "color", message: expect.any(String) }]);
    expect(JSON.stringify(error)).not.toContain("green");
  });

  it("rejects a lower role before it reads the body", async () => {
    const refused = await ask("POST", "/new", "{", "agent");
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
    expect(refused.body.error.message).toBe("You need the manager role for this. Ask an admin.");
    expect((await ask("DELETE", `/${id}`, undefined, "viewer")).status).toBe(403);
    expect((await ask("DELETE", `/${id}`, undefined, "agent")).status).toBe(200);
  });

  it("is noted", () => {
    expect(book).toEqual(Object.values(things));
  });
});

describe("registration", () => {
  it("rejects a second handler and a family of another router", () => {
    const options = { mount: "/api/things", book: [] };
    const added = createRoutes(express.Router(), options);
    const handlers = Object.fromEntries(Object.keys(things).map((key) => [key, async () => row])) as never;
    added.implement(things, handlers);
    expect(() => added.implement(things, handlers)).toThrow("has a handler already");
    expect(() =>
      createRoutes(express.Router(), { ...options, mount: "/api/other" }).implement(things, handlers),
    ).toThrow("not below /api/other");
  });
});
