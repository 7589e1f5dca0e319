import { expect, it, vi } from "vitest";
import { forEachTenant, runForEachTenant, type WorkLimits } from "../for-each-tenant.ts";
import type { Logger } from "../log.ts";

/** Limits with a log that collects warnings. */
function limitsWith(more: Partial<WorkLimits> = {}) {
  const warnings: unknown[][] = [];
  const log = { warn: (...words: unknown[]) => warnings.push(words) } as unknown as Logger;
  return { warnings, limits: { log, failed: "work failed", ...more } };
}

/** Promises that the test resolves. */
function makeGates() {
  const open = new Map<string, () => void>();
  const wait = (name: string) => new Promise<void>((resolve) => void open.set(name, resolve));
  return { wait, open };
}

it("logs the item that fails, with its ids, and works on all others", async () => {
  const { warnings, limits } = limitsWith();
  const done: string[] = [];
  const each = forEachTenant<{ tenant_id: string; id: string }>(limits, ({ id }) => {
    // A synchronous error counts as well.
    if (id === "2") throw new Error("no such table");
    done.push(id);
    return Promise.resolve();
  });
  await each.run(["1", "2", "3"].map((id) => ({ tenant_id: "a", id })));
  expect(done).toEqual(["1", "3"]);
  expect(warnings).toEqual([[{ tenant_id: "a", id: "2", err: "no such table" }, "work failed"]]);
});

it("frees the place of an item that hangs, and does not start it again while it is at work", async () => {
  const { warnings, limits } = limitsWith({ limitMs: 20, atOnce: 1 });
  const { wait, open } = makeGates();
  const begun: string[] = [];
  const each = forEachTenant<string>(limits, (tenantId) => {
    begun.push(tenantId);
    return tenantId === "a" ? wait("a") : Promise.resolve();
  });
  await each.run(["a", "b"]);
  await each.run(["a", "b", "b"]);
  expect(begun).toEqual(["a", "b", "b"]);
  expect(warnings).toEqual([
    [{ tenant_id: "a", limit_ms: 20 }, "work failed: time limit exceeded; the others continue"],
  ]);
  open.get("a")?.();
  await vi.waitUntil(async () => {
    await each.run(["a"]);
    return begun.length === 4;
  });
  expect(begun).toEqual(["a", "b", "b", "a"]);
});

it("serves tenants in turn, with a bound for all and for each", async () => {
  const { limits } = limitsWith({ atOnce: 4, ofTenant: 2 });
  const { wait, open } = makeGates();
  const begun: string[] = [];
  const rows = [..."aaaaab"].map((tenant_id, index) => ({ tenant_id, id: String(index) }));
  const each = forEachTenant<{ tenant_id: string; id: string }>(limits, ({ tenant_id, id }) => {
    begun.push(tenant_id);
    return wait(id);
  });
  const whole = each.run(rows);
  await vi.waitUntil(() => begun.length === 3);
  expect(begun).toEqual(["a", "b", "a"]);
  for (const count of [4, 5, 6]) {
    for (const end of open.values()) end();
    await vi.waitUntil(() => begun.length >= count);
  }
  for (const end of open.values()) end();
  await whole;
});

it("bounds what hangs, so that one tenant's broken rows do not pile up", async () => {
  const { limits } = limitsWith({ limitMs: 5, atOnce: 4 });
  const begun: string[] = [];
  const each = forEachTenant<{ tenant_id: string; id: string }>(limits, ({ tenant_id }) => {
    begun.push(tenant_id);
    return tenant_id === "a" ? new Promise(() => {}) : Promise.resolve();
  });
  const rows = Array.from({ length: 30 }, (_, id) => ({ tenant_id: "a", id: String(id) }));
  void each.run(rows);
  await vi.waitUntil(() => begun.length >= 4);
  await each.run([{ tenant_id: "b", id: "0" }]);
  void each.run(rows);
  await each.run([{ tenant_id: "b", id: "1" }]);
  expect(begun.filter((tenant) => tenant === "b")).toHaveLength(2);
  expect(begun.filter((tenant) => tenant === "a").length).toBeLessThanOrEqual(6);
});

it("begins the next round of a loop while an item of the last one hangs, and stops without it", async () => {
  const { limits } = limitsWith({ limitMs: 200 });
  const begun: string[] = [];
  let wasToldToStop = false;
  const stop = runForEachTenant<string>(
    { ...limits, everyMs: 1, atOnceFirst: true },
    async () => ["a", "b"],
    async (tenantId, isStopped) => {
      begun.push(tenantId);
      if (tenantId === "a") await vi.waitUntil(isStopped, 10_000);
      wasToldToStop ||= isStopped();
    },
  );
  await vi.waitUntil(() => begun.length > 5);
  expect(begun.filter((tenant) => tenant === "a")).toEqual(["a"]);
  await stop();
  expect(wasToldToStop).toBe(true);
  const { length } = begun;
  await new Promise((done) => setTimeout(done, 20));
  expect(begun).toHaveLength(length);
});
