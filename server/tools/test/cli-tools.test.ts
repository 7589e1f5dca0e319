import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startOperatorServer } from "../../../scripts/cli/operator-server.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { runCli } from "../../../scripts/cli/run.ts";
import { createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { listAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { ToolServer } from "../../test/support/tool-server.ts";
import { type AppContext, createContext } from "../../wiring/context.ts";

let folder: string;
let ctx: AppContext;
let stopOperator: () => Promise<void>;
let server: ToolServer;
let tenantId: string;
/** Id in the other tenant, which uses the same names. */
let otherId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-cli-tools-"));
  vi.stubEnv("DATA_DIR", await makeDataFolder(folder));
  vi.stubEnv("PORT", "18788");
  vi.stubEnv("TOOL_PRIVATE_HOSTS", "127.0.0.1");
  server = await ToolServer.start();
  server.add("get_order", ({ arguments: given }) => ({
    content: [{ type: "text", text: `Order ${given.text} is on its way, api_key=sk-1234567890abcdefghij` }],
  }));
  server.add("cancel_order", () => ({ content: [{ type: "text", text: "Cancelled." }] }));
  server.rest = (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"left": 7}');
  ctx = await createContext({ ...readConfig(), logLevel: "silent" });
  await ctx.startWork();
  stopOperator = await startOperatorServer(ctx, commands);
  const made = (name: string) =>
    createTenant(ctx.http.tenants, operator, { name, origins: [`https://${name.toLowerCase()}.example`] });
  tenantId = (await made("Shop")).tenant_id;
  otherId = (await made("Rival")).tenant_id;
}, 120_000);
afterAll(async () => {
  await stopOperator?.();
  await ctx?.close();
  server?.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function parley(line: readonly string[], tenant = "Shop") {
  let out = "";
  let err = "";
  const args = [...line, "--tenant", tenant];
  const code = await runCli(args, {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
  });
  const json = line.includes("--json") ? (JSON.parse(out) as Record<string, unknown>) : {};
  return { code, out, err, json };
}

async function auditOf(tenant: string): Promise<string[]> {
  const lines = await withTenant(ctx.http.tenants.db, tenant, (tx) => listAudit(tx, { before: null, limit: 100 }));
  return lines.map(({ action }) => action);
}

describe("parley tool", () => {
  it("connects a server with its headers, which are never told again, and lists what it offers", async () => {
    await writeFile(join(folder, "headers.txt"), "# of the shop\nAuthorization: Bearer shop-secret\n\nX-Shop: 1\n");
    const headers = ["--headers", join(folder, "headers.txt")];
    const added = await parley(["tool", "add", server.url, "--name", "Orders", ...headers, "--json"]);
    expect(added.code, added.err).toBe(0);
    expect(added.json).toMatchObject({
      connection: { name: "Orders", kind: "mcp", health: "ok", header_names: ["Authorization", "X-Shop"] },
      added: 2,
      problem: null,
    });
    const listed = await parley(["tool", "list"]);
    expect(listed.out).toMatch(/^Orders {2}ok {2}mcp {2}http:/);
    expect(listed.out).toMatch(
      / {2}get_order +- +identified +off\n {4}Not classified yet: set whether it reads or writes\./,
    );
    expect(added.out + listed.out).not.toContain("shop-secret");
    expect((await parley(["tool", "list"], "Rival")).out).toContain("No connections yet.");
  });

  it("classes a tool, calls it, and lists the call", async () => {
    const untried = await parley(["tool", "test", "get_order", "--args", '{"text": "1001"}']);
    expect(untried).toMatchObject({ code: 1, err: expect.stringContaining("may change data") });
    const classed = await parley(["tool", "class", "Orders/get_order", "read", "--audience", "everyone", "--on"]);
    expect(classed.out).toMatch(/get_order {2}read {3}everyone {4}on/);
    const tried = await parley(["tool", "test", "GET_ORDER", "--args", '{"text": "1001"}', "--json"]);
    expect(tried).toMatchObject({ code: 0, json: { status: "completed", http_status: 200 } });
    expect(tried.json.content).toContain("Order 1001 is on its way");
    expect(server.calls.at(-1)?.request.headers).toMatchObject({ authorization: "Bearer shop-secret", "x-shop": "1" });

    const refused = await parley(["tool", "test", "get_order", "--args", '{"colour": "red"}']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("colour") });
    const calls = await parley(["tool", "calls", "--tool", "get_order", "--status", "completed", "--json"]);
    expect(calls.json.calls).toMatchObject([
      {
        tool: "get_order",
        kind: "test",
        status: "completed",
        arguments: { text: "1001" },
        actor: { kind: "platform" },
      },
    ]);
    expect((await parley(["tool", "calls"])).out).toMatch(/completed +\d+ ms {2}Orders\/get_order {"text":"1001"}/);
    expect((await parley(["tool", "calls", "--since", "2100-01-01"])).out).toBe("No tool calls found.\n");
    expect((await parley(["tool", "calls"], "Rival")).out).toBe("No tool calls found.\n");
    expect(calls.out).not.toContain("sk-1234567890abcdefghij");
  });

  it("makes a change only with --yes", async () => {
    await parley(["tool", "class", "cancel_order", "write", "--approval", "both", "--per-day", "3", "--on"]);
    const before = server.calls.length;
    const asked = await parley(["tool", "test", "cancel_order"]);
    expect(asked).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Orders\/cancel_order changes data.*--yes/),
    });
    expect(server.calls).toHaveLength(before);
    expect(await parley(["tool", "test", "cancel_order", "--yes"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^completed after \d+ ms\nCancelled\.\n$/),
    });
    const { json } = await parley(["tool", "class", "cancel_order", "--per-day", "0", "--off", "--json"]);
    expect(json.tool).toMatchObject({ kind: "write", approval: "both", calls_per_day: null, is_active: false });
  });

  it("takes a definition that changed only by the hash that was seen", async () => {
    server.tools = server.tools.map((tool) => ({ ...tool, description: "Says more." }));
    const found = await parley(["tool", "discover", "orders"]);
    expect(found.out).toContain("0 new, 2 changed, 0 removed.");
    const hash = / {2}get_order .* --accept (\S+)/.exec((await parley(["tool", "list"])).out)?.[1] ?? "";
    expect(await parley(["tool", "class", "get_order", "--accept", "another"])).toMatchObject({ code: 1 });
    const { json } = await parley(["tool", "class", "get_order", "--accept", hash, "--json"]);
    expect(json.tool).toMatchObject({ description: "Says more.", changed_to: null, kind: "read", is_active: true });
  });

  it("connects a REST service with all of its actions, or not at all", async () => {
    const action = {
      name: "count",
      input_schema: { type: "object", properties: { sku: { type: "string" } } },
      request: { method: "GET", path: "/stock/{{sku}}" },
      kind: "read",
      is_active: true,
    };
    const file = join(folder, "actions.json");
    const add = ["tool", "add", `${server.base}/api`, "--name", "Stock", "--kind", "rest", "--actions", file];
    await writeFile(
      file,
      JSON.stringify([action, { ...action, name: "other", request: { method: "GET", path: "/{{no}}" } }]),
    );
    expect(await parley(add)).toMatchObject({ code: 2, err: expect.stringContaining("{{no}}") });
    expect((await parley(["tool", "list", "--connection", "Stock"])).err).toContain("No connection named Stock");
    await writeFile(file, JSON.stringify([action]));
    expect(await parley(add)).toMatchObject({ code: 0, out: expect.stringContaining("count  read   identified  on") });
    expect((await parley(["tool", "test", "count", "--args", '{"sku": "A1"}'])).out).toContain('"left"');
    expect((await parley(["tool", "remove", "--tool", "Stock/count"])).out).toBe("Removed Stock/count.\n");
  });

  it("says what is wrong, and what was probably meant", async () => {
    const wrong: [string[], number, RegExp][] = [
      [
        ["tool", "test", "get_ordr"],
        1,
        /No tool named get_ordr; did you mean get_order\? .*parley tool list --tenant Shop/,
      ],
      [["tool", "discover", "Ordres"], 1, /No connection named Ordres; did you mean Orders\?/],
      [["tool", "class", "get_order"], 2, /at least one change/],
      [["tool", "class", "get_order", "--on", "--off"], 2, /cannot be used with/],
      [["tool", "test", "get_order", "--args", "{"], 2, /--args must be a JSON object/],
      [["tool", "remove"], 2, /specify either a connection or a tool with --tool/],
      [["tool", "remove", "--tool", "get_order"], 1, /still offers this tool/],
      [["tool", "lst"], 2, /Did you mean list\?/],
      [["tool", "add", "http://10.0.0.1/mcp", "--name", "Inside"], 2, /TOOL_PRIVATE_HOSTS=10\.0\.0\.1/],
      [["tool", "add", server.url, "--name", "Orders"], 1, /Another connection has this name/],
      [["tool", "add", server.url, "--name", "X", "--headers", join(folder, "none.txt")], 1, /Cannot read the file/],
      [["tool", "calls", "--since", "soon"], 2, /--since is not a date/],
    ];
    for (const [line, code, reason] of wrong) {
      const run = await parley(line);
      expect(run, line.join(" ")).toMatchObject({ code, err: expect.stringMatching(reason) });
    }
  });

  it("tells a server that is away, and keeps the connection", async () => {
    const away = await parley(["tool", "add", "http://127.0.0.1:9999/mcp", "--name", "Away", "--json"]);
    expect(away).toMatchObject({
      code: 1,
      json: { problem: expect.stringContaining("could not be reached"), tools: [] },
    });
    expect((await parley(["tool", "list", "--connection", "Away"])).out).toMatch(/^Away {2}failing.*\n {2}.*reached/);
    expect((await parley(["tool", "remove", "Away"])).out).toContain("Removed Away and its tools");
    expect(await auditOf(tenantId)).toEqual(
      expect.arrayContaining(["tool_connection.create", "tool_connection.delete", "tool.change", "tool.test"]),
    );
    expect(await auditOf(otherId)).not.toContain("tool_connection.create");
  });
});

describe("parley memory", () => {
  const ann = newId();
  beforeAll(async () => {
    const insert = "insert into visitors (tenant_id, id, external_id, email) values ($1, $2, $3, $4)";
    for (const [tenant, ...visitor] of [
      [tenantId, ann, "customer-1", "ann@example.com"],
      [tenantId, newId(), "customer-2", "shared@example.com"],
      [tenantId, newId(), "customer-3", "shared@example.com"],
      [otherId, newId(), "customer-9", "rival@example.com"],
    ] as const)
      await withTenant(ctx.http.tenants.db, tenant, (tx) => tx.query(insert, [tenant, ...visitor]));
  });

  it("remembers nothing before memory is on, and says so", async () => {
    expect((await parley(["memory", "list", "customer-1"])).out).toMatch(/^Memory is off.*\nNo memories\.\n$/);
    expect(await parley(["memory", "add", "customer-1", "Plan: Pro"])).toMatchObject({ code: 1 });
    expect(await runCli(["tenant", "update", "Shop", "--memory", "on"], { stdout: () => {}, stderr: () => {} })).toBe(
      0,
    );
  });

  it("adds, lists and forgets, of visitors by whatever they go by", async () => {
    const added = await parley(["memory", "add", "ann@example.com", "Plan: Pro", "--until", "2100-01-31", "--json"]);
    expect(added.json.memory).toMatchObject({ content: "Plan: Pro", origin: "agent", visitor_id: ann, type: "fact" });
    await parley(["memory", "add", ann, "Prefers short answers", "--type", "preference"]);
    const { out } = await parley(["memory", "list", "customer-1"]);
    expect(out).toMatch(/fact {8}Plan: Pro {2}\(agent, 1\)/);
    expect(out).toMatch(/preference {2}Prefers short answers/);
    const id = (added.json.memory as { id: string }).id;
    expect(await parley(["memory", "forget", id], "Rival")).toMatchObject({ code: 1 });
    expect((await parley(["memory", "forget", id])).out).toMatch(/^Erased 1 memory\./);
    expect((await parley(["memory", "forget", "--visitor", "customer-1", "--json"])).json).toEqual({ erased: 1 });
    expect((await parley(["memory", "list", ann])).out).toBe("No memories.\n");
    expect(await auditOf(tenantId)).toEqual(expect.arrayContaining(["memory.add", "memory.erase"]));
  });

  it("refuses what may not be remembered, and whom it cannot tell", async () => {
    const wrong: [string[], number, RegExp][] = [
      [["memory", "add", "customer-1", "Password: hunter2hunter2"], 2, /can't be saved as a memory/],
      [["memory", "add", "customer-1", "Plan: Pro", "--until", "later"], 2, /--until is not a date/],
      [["memory", "list", "shared@example.com"], 1, /2 visitors have this name/],
      [["memory", "list", "rival@example.com"], 1, /Visitor not found/],
      [["memory", "forget"], 2, /--visitor/],
      [["memory", "forget", "Pro"], 2, /not a memory ID/],
      [["memory", "forgt"], 2, /Did you mean forget\?/],
    ];
    for (const [line, code, reason] of wrong)
      expect(await parley(line), line.join(" ")).toMatchObject({ code, err: expect.stringMatching(reason) });
  });
});
