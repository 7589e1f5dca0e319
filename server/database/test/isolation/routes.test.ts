import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attack } from "../../../../lab/faults/tenant-attack/attack.ts";
import { readOperations } from "../../../../lab/faults/tenant-attack/operations.ts";
import { buildWorld, type World } from "../../../../lab/faults/tenant-attack/world.ts";
import { leaveOut } from "../../../../scripts/setup/test-chance.mjs";
import { type RunningServer, startServer } from "../../../app.ts";
import { readConfig } from "../../../core/config/config.ts";
import { makeInstallation } from "../../../test/support/native-database.ts";
import { VisitorClient } from "../../../test/support/visitor-client.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

let installation: Awaited<ReturnType<typeof makeInstallation>>;
let server: RunningServer;
let world: World;

beforeAll(async () => {
  installation = await makeInstallation();
  const unlimited = {
    TRUST_PROXY: "loopback",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  };
  server = await startServer({ ...readConfig({ ...installation.env, LOG_LEVEL: "silent", ...unlimited }), port: 0 });
  world = await buildWorld(server.ctx, server.url);
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await installation?.remove();
});

describe("every route", () => {
  it("is called with the other tenant's ids by admins and by others in turn, and gives and changes nothing of it", async () => {
    const operations = await readOperations(server.url);
    // Every route with both admins and two of ten other callers; `node dist/lab/faults/cross-tenant.js` makes 100,000 calls.
    const rounds = process.env.PARLEY_TEST_HEAVY ? world.credentials.length : 4;
    if (rounds === 4) leaveOut("8 of 12 callers of each route of the API, which take turns");
    const report = await attack(world, { calls: operations.length * rounds, seed: 1 });
    expect(report.hits).toEqual([]);
    expect(report.unknownParameters, "say in attack.ts which table's ids these parameters are").toEqual([]);
    expect(report.unreached).toEqual([]);
    expect(report.statuses[429] ?? 0).toBe(0);
    expect(report.operations).toBe(operations.length);
  }, 300_000);
});

/** Reads a stream until it is closed; `text` has the content so far. */
async function listen(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<{ text: string }> {
  const heard = { text: "" };
  const response = await fetch(server.url + path, { headers, signal });
  expect(response.status, path).toBe(200);
  const read = async () => {
    for await (const bytes of response.body ?? []) heard.text += Buffer.from(bytes).toString("utf8");
  };
  read().catch(() => {}); // ends when the test does
  return heard;
}

describe("every stream", () => {
  it("of one tenant stays silent about what happens to the other, whatever ids it was opened with", async () => {
    const stop = new AbortController();
    const { b, credentials, ids } = world;
    for (const credential of credentials) await credential.renew();
    const foreign = await VisitorClient.init(`${server.url}/api/v1`, b.tenant_id, "https://shop-b.example");
    const theirs = foreign.session.ticket.id;
    const query = `?ticket_id=${theirs}&tenant_id=${b.tenant_id}&last_event_id=0`;
    const claims = { "x-tenant-id": b.tenant_id, "x-ticket-id": theirs };
    const heard: { text: string }[] = [];
    for (const { name, headers } of credentials) {
      if (name === "visitor")
        heard.push(await listen(`/api/v1/chat/events${query}`, { ...headers, ...claims }, stop.signal));
      if (/^(key|person)/.test(name))
        heard.push(await listen(`/api/v1/admin/events${query}`, { ...headers, ...claims }, stop.signal));
    }
    expect(heard).toHaveLength(9);
    const staffB = { authorization: `Bearer ${b.api_key}` };
    const desk = await listen("/api/v1/admin/events", staffB, stop.signal);
    const own = await listen(`/api/v1/admin/tickets/${theirs}/events`, staffB, stop.signal);
    const words = `whisper ${world.marker}`;
    for await (const _item of foreign.ask(`${words}: I want to talk to a person`));
    await waitFor(async () => own.text.includes(words) && desk.text.includes(theirs), {
      what: "B's own streams to tell",
    });
    stop.abort();
    const secrets = [words, theirs, ...[...ids.values()].flat()];
    for (const { text } of heard) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }, 120_000);
});
