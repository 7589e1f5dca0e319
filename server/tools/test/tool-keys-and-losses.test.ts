import { createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { withTenant } from "../../database/transaction.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { asOwner } from "../../test/support/native-database.ts";
import { listLost, settleLostCall } from "../settle-lost-calls.ts";
import { createToolSigner, type PublishedKey } from "../signing/signer.ts";
import { signCall } from "../signing/token.ts";
import { insertToolCall, insertToolCallEnd, type NewToolCall } from "../store/tool-calls.ts";

let db: Awaited<ReturnType<typeof openTestDatabase>>;
let tenantId: string;
const first = { kid: "k1", secret: "a".repeat(48) };
const second = { kid: "k2", secret: "b".repeat(48) };

beforeAll(async () => {
  db = await openTestDatabase();
  ({ a: tenantId } = await seedTwoTenants(db));
}, 60_000);
afterAll(() => db.close());

describe("keys that sign calls", () => {
  /** A signer in a new process, without a cache. */
  const signer = (secrets = [first]) => createToolSigner({ db, secrets });
  /** The database decides the age of keys. */
  const setKey = (change: string) => asOwner(db, `update tool_signing_keys set ${change}`);
  const url = new URL("https://shop.example/mcp");
  const context = { tenantId, visitor: null, ticketId: null, requestId: "r" };

  function isGood(token: string, keys: readonly PublishedKey[]): boolean {
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const key = keys.find((one) => one.kid === kid);
    if (!key) return false;
    const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
    return jwt.verify(token, publicKey, { algorithms: ["ES256"], audience: url.href }) !== undefined;
  }

  it("change after a month: the next is published before it signs, the last stays for as long as its tokens may be read", async () => {
    const old = await signer().key();
    const token = signCall({ key: old, issuer: "https://parley.example", url, callId: "c", context });
    await setKey("created_at = now() - interval '31 days'");
    const waiting = signer();
    expect((await waiting.key()).kid).toBe(old.kid);
    const published = await waiting.published();
    expect(published).toHaveLength(2);
    await setKey(`created_at = now() - interval '11 minutes' where kid <> '${old.kid}'`);
    const { kid } = await signer().key();
    expect(kid).not.toBe(old.kid);
    expect(published.map((key) => key.kid)).toContain(kid);
    await setKey(`retired_at = now() - interval '55 minutes' where kid = '${old.kid}'`);
    expect(isGood(token, await signer().published())).toBe(true);
    await setKey(`retired_at = now() - interval '61 minutes' where kid = '${old.kid}'`);
    const left = await signer().published();
    expect(left.map((key) => key.kid)).toEqual([kid]);
    expect(isGood(token, left)).toBe(false);
  });

  it("change at once when the secret that locks them has gone, and not while it is only no longer the first", async () => {
    const { kid } = await signer().key();
    expect((await signer([second, first]).key()).kid).toBe(kid);
    const other = await signer([second]).key();
    expect(other.kid).not.toBe(kid);
    expect((await signer([second]).published()).map((key) => key.kid)).toEqual(
      expect.arrayContaining([kid, other.kid]),
    );
  });
});

describe("calls whose process died", () => {
  const call = (): NewToolCall => ({
    id: newId(),
    kind: "write",
    connectionId: newId(),
    toolId: newId(),
    connectionName: "Bookings",
    toolName: "move",
    title: "Move",
    ticketId: null,
    turnId: null,
    visitorId: null,
    confirmationId: null,
    actor: { kind: "assistant", id: "" },
    arguments: {},
    argumentsHash: "",
  });
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db, tenantId, work);

  it("are unknown once they can take no longer, and only those: an end that is there stays, and what comes late is no second one", async () => {
    const [lost, young, ended] = [call(), call(), call()];
    const end = { content: "", shown: "", error: null, httpStatus: 200, tookMs: 5 };
    await inTenant(async (tx) => {
      for (const one of [lost, young, ended]) expect(await insertToolCall(tx, one, null)).toBe("first");
      await insertToolCallEnd(tx, ended.id, { ...end, status: "completed" });
    });
    const ids = [lost.id, ended.id].map((id) => `'${id}'`).join(", ");
    await asOwner(db, `update tool_calls set created_at = now() - interval '2 minutes' where id in (${ids})`);
    const log = createLogger("silent");
    expect(await listLost({ db })).toEqual([{ tenant_id: tenantId, id: lost.id }]);
    await settleLostCall({ db, log }, { tenant_id: tenantId, id: lost.id });
    expect(await listLost({ db })).toEqual([]);
    const { rows } = await inTenant((tx) =>
      tx.query<{ call_id: string; status: string }>("select call_id, status from tool_call_ends order by status"),
    );
    expect(rows).toEqual([
      { call_id: ended.id, status: "completed" },
      { call_id: lost.id, status: "unknown" },
    ]);
    // Its process was only frozen, and reports the end now.
    expect(await inTenant((tx) => insertToolCallEnd(tx, lost.id, { ...end, status: "completed" }))).toBe(false);
  });
});
