import { expect, it } from "vitest";
import { pathMatches } from "./paths.ts";

it.each([
  ["/pricing", "/pricing", true],
  ["/pricing", "/pricing/", false],
  ["/pricing*", "/pricing/plans", true],
  ["/docs/*", "/docs/", true],
  ["/docs/*", "/docs", false],
  ["*", "/anything", true],
  ["*/cart", "/de/shop/cart", true],
  ["*/cart", "/de/shop/cart/2", false],
  ["/*/help/*", "/de/help/me", true],
  ["/*/help/*", "/help/me", false],
  ["/a*a", "/a", false],
  ["/a.c", "/abc", false],
])("%s is meant by %s: %s", (pattern, path, expected) => {
  expect(pathMatches(pattern, path)).toBe(expected);
});
