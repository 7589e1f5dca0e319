import { afterAll, beforeAll, expect, it } from "vitest";
import { chanceOf } from "../../../scripts/setup/test-chance.mjs";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { ToolServer, textResult } from "../../test/support/tool-server.ts";
import { askServer } from "../ask-server.ts";
import { Breakers, breakerKey } from "../breakers.ts";
import type { ToolDeps } from "../deps.ts";
import { CallFault } from "../faults.ts";
import { createToolSigner } from "../signing/signer.ts";
import type { ToolConnectionRow } from "../store/tool-connections.ts";

const chance = chanceOf("order of answers that come apart");

/** Concurrent tenants and calls per tenant, over both protocols in turn. Every fourth call is cancelled at some moment. */
const tenants = 20;
const callsOfEach = 10;

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: ToolServer;
let deps: ToolDeps;
/** Responses that are held back, to be sent in another order than their calls. */
const held: (() => void)[] = [];
const ids = new Set<unknown>();

beforeAll(async () => {
  shop = await ToolServer.start();
  shop.add("whose", async ({ arguments: given, request, id }) => {
    ids.add(id);
    await hold();
    return textResult(`mcp ${ownerOf(request.headers["parley-token"])} ${String(given["text"])}`);
  });
  shop.rest = (request, response, body) => {
    const told = `rest ${ownerOf(request.headers["parley-token"])} ${(JSON.parse(body) as { text: string }).text}`;
    void hold().then(() =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ told })),
    );
  };
  db = await openTestDatabase();
  const secrets = [{ kid: "k1", secret: "s".repeat(48) }];
  deps = {
    db,
    secrets,
    log: createLogger("silent"),
    publicUrl: "https://parley.example",
    privateHosts: ["127.0.0.1"],
    signer: createToolSigner({ db, secrets }),
    breakers: new Breakers(),
  };
}, 60_000);
afterAll(async () => {
  shop?.close();
  await db?.close();
});

const hold = () => new Promise<void>((resolve) => held.push(resolve));

/** The tenant of a call, from its token. */
function ownerOf(token: unknown): string {
  const claims: unknown = JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString("utf8"));
  return (claims as { tenant_id: string }).tenant_id; // our own server's
}

function connectionOf(kind: "mcp" | "rest"): ToolConnectionRow {
  const now = new Date();
  const unknown = { checked_at: null, server_info: null, problem: null, created_at: now, updated_at: now };
  const headers = { locked_headers: null, secret_kid: null, header_names: [] };
  const url = kind === "mcp" ? shop.url : shop.base;
  return { ...unknown, ...headers, id: newId(), name: kind, kind, url, is_active: true };
}

async function ask(tenantId: string, kind: "mcp" | "rest", signal: AbortSignal) {
  const word = newId();
  const connection = connectionOf(kind);
  const callId = newId();
  const request = { method: "POST" as const, path: "/whose", query: {}, headers: {}, body: { text: "{{text}}" } };
  const answer = await deps.breakers.run(breakerKey(tenantId, connection.id), () =>
    askServer(deps, {
      connection,
      callId,
      signal,
      context: { tenantId, visitor: null, ticketId: null, requestId: callId },
      tool: { request: kind === "rest" ? request : null, timeout_ms: 30_000 },
      order: { toolName: "whose", arguments: { text: word }, callId, isWrite: false, onSent: () => {} },
    }),
  );
  return { got: answer.text, expected: `${kind} ${tenantId} ${word}` };
}

it("200 calls of 20 tenants at once with equal request ids, a quarter of them given up, get no foreign answer", async () => {
  const stops: AbortController[] = [];
  const calls = Array.from({ length: tenants }, () => newId()).flatMap((tenantId) =>
    Array.from({ length: callsOfEach }, (_, nth) => {
      const stop = new AbortController();
      if (nth % 4 === 3) stops.push(stop);
      return ask(tenantId, nth % 2 === 0 ? "mcp" : "rest", stop.signal).catch((error: unknown) => {
        // A busy machine connects some calls too late. They get no response, so none of another tenant's.
        if (!stop.signal.aborted && !(error instanceof CallFault)) throw error;
        return "none" as const;
      });
    }),
  );
  const release = setInterval(() => {
    for (const stop of stops.splice(Math.floor(chance() * stops.length), 3)) stop.abort();
    for (let nth = 0; nth < 12; nth += 1) held.splice(Math.floor(chance() * held.length), 1)[0]?.();
  }, 15);
  const answers = await Promise.all(calls).finally(() => clearInterval(release));
  const kept = answers.filter((answer) => answer !== "none");
  expect(kept.filter(({ got, expected }) => !got.includes(expected))).toEqual([]);
  expect(kept.length).toBeGreaterThanOrEqual(40);
  expect(kept.length).toBeLessThan(answers.length);
  // Every session numbers its own requests from the start.
  expect(ids.size).toBe(1);
}, 60_000);
