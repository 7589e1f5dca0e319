import { expect, it } from "vitest";
import { TenantCap } from "./admission.ts";

const pressed = { isPressed: true, largest: 40 };
const free = { isPressed: false, largest: 40 };

function capOf(...tenants: string[]): TenantCap {
  const cap = new TenantCap(96);
  for (const tenant of tenants) cap.note(tenant, 0);
  return cap;
}

it("shrinks from what the largest tenant has while the process does not keep up, to a few, and grows again step by step", () => {
  const cap = capOf("a", "b");
  cap.look(pressed, 0);
  expect(cap.value).toBe(28);
  for (let look = 0; look < 20; look += 1) cap.look(pressed, 0);
  expect(cap.value).toBe(4);
  cap.look(free, 0);
  expect(cap.value).toBe(5);
  for (let look = 0; look < 200; look += 1) cap.look(free, 0);
  expect(cap.value).toBe(96);
});

it("stays for a tenant that is alone, also once the others have been away for a while", () => {
  const alone = capOf("a");
  alone.look(pressed, 0);
  expect(alone.value).toBe(96);
  const left = capOf("a", "b");
  left.note("a", 61_000);
  left.look(pressed, 61_000);
  expect(left.value).toBe(96);
});

it("is never more than there are places", () => {
  const small = new TenantCap(1);
  for (const tenant of ["a", "b"]) small.note(tenant, 0);
  small.look(pressed, 0);
  expect(small.value).toBe(1);
});
