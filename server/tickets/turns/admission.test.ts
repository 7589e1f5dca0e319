import { describe, expect, it } from "vitest";
import { Admission } from "./admission.ts";

function rig(limits: { maxActive: number; maxWaiting: number }) {
  const admission = new Admission(limits);
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  let count = 0;
  const admit = (tenantId: string) => {
    count += 1;
    const turnId = `${tenantId}${count}`;
    return admission.admit({ tenantId, ticketId: turnId, turnId }, () => {
      begun.push(turnId);
      return new Promise<void>((resolve) => finish.set(turnId, resolve));
    });
  };
  /** Ends the oldest running turn; the next one runs when this returns. */
  const end = async () => {
    const [turnId] = [...finish.keys()];
    if (turnId === undefined) return;
    const before = begun.length;
    finish.get(turnId)?.();
    finish.delete(turnId);
    const waiting = admission.waiting;
    if (waiting > 0) await expect.poll(() => begun.length).toBeGreaterThan(before);
  };
  return { admission, begun, admit, end };
}

describe("admission", () => {
  it("starts turns up to its limit and lets the rest wait in order", async () => {
    const { admission, begun, admit, end } = rig({ maxActive: 1, maxWaiting: 10 });
    expect([admit("a"), admit("a"), admit("a")]).toEqual(["started", "queued", "queued"]);
    expect(admission.waiting).toBe(2);
    await end();
    await end();
    expect(begun).toEqual(["a1", "a2", "a3"]);
    expect(admission.waiting).toBe(0);
  });

  it("lets a tenant with 200 waiting turns delay another's by two at most", async () => {
    const { begun, admit, end } = rig({ maxActive: 2, maxWaiting: 500 });
    for (let count = 0; count < 202; count += 1) admit("a");
    expect(admit("b")).toBe("queued");
    for (let count = 0; count < 3; count += 1) await end();
    expect(begun.findIndex((turnId) => turnId.startsWith("b"))).toBeLessThanOrEqual(4);
    expect(begun).toContain("b203");
  });

  it("has what a tenant has too much wait while the process does not keep up, and begins it when it does again", () => {
    const { admission, begun, admit } = rig({ maxActive: 100, maxWaiting: 100 });
    admit("b");
    for (let count = 0; count < 20; count += 1) expect(admit("a")).toBe("started");
    admission.look(true);
    expect(admit("a")).toBe("queued");
    expect(admit("b")).toBe("started");
    for (let look = 0; look < 20; look += 1) admission.look(false);
    expect(begun).toHaveLength(23);
    expect(admission.waiting).toBe(0);
  });

  it("keeps some places free of a tenant whose turns do not end", () => {
    const { admit } = rig({ maxActive: 4, maxWaiting: 10 });
    expect([admit("a"), admit("a"), admit("a"), admit("a")]).toEqual(["started", "started", "started", "queued"]);
    expect(admit("b")).toBe("started");
  });

  it("has no room for the tenant that filled the queue, and some for another", () => {
    const { admission, admit } = rig({ maxActive: 1, maxWaiting: 4 });
    for (let count = 0; count < 5; count += 1) {
      expect(admission.hasRoom("a")).toBe(true);
      admit("a");
    }
    expect(admission.hasRoom("a")).toBe(false);
    expect(admission.hasRoom("b")).toBe(true);
    admit("b");
    admit("b");
    expect(admission.hasRoom("b")).toBe(false);
    expect(admission.hasRoom("c")).toBe(true);
  });

  it("never takes on more than twice its queue", () => {
    const { admission, admit } = rig({ maxActive: 1, maxWaiting: 3 });
    for (const tenant of "abcdefghijklmnop") if (admission.hasRoom(tenant)) admit(tenant);
    expect(admission.waiting).toBeLessThanOrEqual(6);
  });

  it("gives back what waits when it closes, and lets go of a turn that is stopped", () => {
    const { admission, admit } = rig({ maxActive: 1, maxWaiting: 3 });
    admit("a");
    admit("a");
    admit("b");
    expect(admission.withdraw("a2")?.turnId).toBe("a2");
    expect(admission.withdraw("a2")).toBeUndefined();
    expect(admission.close().map((ref) => ref.turnId)).toEqual(["b3"]);
    expect(admission.hasRoom("c")).toBe(false);
  });
});
