import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DiscoveryResult, Tool } from "../../../protocol/admin-tools.ts";
import { startEverythingServer } from "../../test/support/everything-server.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { ToolDesk } from "../../test/support/tool-desk.ts";

/** Arguments for each tool, and the expected text of the response. */
const calls: Record<string, { given: object; says: RegExp }> = {
  echo: { given: { message: "hello there" }, says: /hello there/ },
  "get-sum": { given: { a: 19, b: 23 }, says: /42/ },
  "get-env": { given: {}, says: /PATH/ },
  "get-tiny-image": { given: {}, says: /\[picture, image\/png\]/ },
  "get-annotated-message": { given: { messageType: "success", includeImage: true }, says: /\[picture/ },
  "get-resource-links": { given: { count: 2 }, says: /\[.*: demo:\/\/resource/ },
  "get-resource-reference": { given: { resourceType: "Text", resourceId: 1 }, says: /Resource 1/ },
  "get-structured-content": { given: { location: "Chicago" }, says: /temperature/ },
  "get-roots-list": { given: {}, says: /roots/i },
  "gzip-file-as-resource": {
    given: { name: "a.txt.gz", data: "data:text/plain;base64,aGVsbG8=", outputType: "resourceLink" },
    says: /a\.txt\.gz/,
  },
  "toggle-simulated-logging": { given: {}, says: /logging/i },
  "toggle-subscriber-updates": { given: {}, says: /update/i },
  "trigger-long-running-operation": { given: { duration: 1, steps: 2 }, says: /completed/i },
};

let http: TestHttp;
let everything: Awaited<ReturnType<typeof startEverythingServer>>;
let desk: ToolDesk;
let found: DiscoveryResult;

beforeAll(async () => {
  everything = await startEverythingServer();
  http = await startTestHttp({ rules: { admin_caller: { points: 100_000, seconds: 60 } } });
  desk = new ToolDesk(http.url, http.a.api_key);
  found = await desk.discover(await desk.connect("Everything", everything.url));
}, 120_000);
afterAll(async () => {
  await http?.[Symbol.asyncDispose]();
  await everything?.stop();
});

describe("the protocol's own test server", () => {
  it("is found with all of its tools, each of which waits to be classed", () => {
    // A task outlives its turn, so such tools are left out.
    const left_out = ["simulate-research-query: works only as a task, which is not supported"];
    expect(found).toMatchObject({ problem: null, left_out, changed: 0, gone: 0 });
    expect(found.connection).toMatchObject({ health: "ok", server: { name: expect.stringContaining("everything") } });
    expect(found.tools.length).toBeGreaterThan(10);
    expect(found.tools.every(({ kind, is_active }) => kind === null && !is_active)).toBe(true);
  });

  it("has every tool called", async () => {
    const outcomes: Record<string, string> = {};
    for (const tool of found.tools) {
      const { given = {}, says = /./ } = calls[tool.name] ?? {};
      await desk.class(tool, { kind: "read", timeout_ms: 20_000 });
      const result = await desk.test(tool, given);
      outcomes[tool.name] = `${result.status} ${says.test(result.content)} ${result.content.slice(0, 80)}`;
    }
    expect(Object.keys(outcomes).sort()).toEqual(found.tools.map(({ name }: Tool) => name).sort());
    for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toMatch(/^completed true/);
  }, 120_000);
});
