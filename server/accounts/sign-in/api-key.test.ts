import fc from "fast-check";
import { expect, test } from "vitest";
import type { TenantId } from "../../../protocol/ids.ts";
import { makeApiKey, parseApiKey, sameHash } from "./api-key.ts";

const tenantId = "0198c0de-0000-7000-8000-000000000001" as TenantId;

test("a key names its tenant and comes back with the same hash", () => {
  const made = makeApiKey(tenantId);
  expect(made.key).toMatch(/^pk_0198c0de000070008000000000000001_[A-Za-z0-9_-]{43}$/);
  expect(made.key.endsWith(made.prefix)).toBe(false);
  const parsed = parseApiKey(made.key);
  expect(parsed).toEqual({ tenantId, prefix: made.prefix, hash: made.hash });
  expect(parsed && sameHash(parsed.hash, made.hash)).toBe(true);
});

test("two keys of a tenant differ", () => {
  const [one, two] = [makeApiKey(tenantId), makeApiKey(tenantId)];
  expect(one.key).not.toBe(two.key);
  expect(sameHash(one.hash, two.hash)).toBe(false);
  expect(sameHash(one.hash, two.hash.subarray(1))).toBe(false);
});

test("what is not shaped like a key is none", () => {
  const { key } = makeApiKey(tenantId);
  for (const wrong of [
    "",
    "pk_",
    key.slice(1),
    `${key}a`,
    key.replace("pk_", "sk_"),
    key.toUpperCase(),
    key.replace("0198c0de", "0198C0DE"),
    key.replace("0198c0de", "zzzzzzzz"),
  ]) {
    expect(parseApiKey(wrong)).toBeNull();
  }
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => parseApiKey(text) === null));
});
