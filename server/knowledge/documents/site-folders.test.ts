import { expect, it } from "vitest";
import { foldersOf, isInFolders } from "./site-folders.ts";

const site = (path: string) => `https://shop.example${path}`;
const listed = ["/", "/help/", "/help/a", "/help/orders/late", "/help/orders/lost", "/blog/one", "/blog/old/two"].map(
  site,
);

it("new pages belong to folders of which everything was chosen, and to no other", () => {
  expect(foldersOf(listed, new Set(listed))).toEqual(["/"]);
  const help = listed.filter((url) => url.includes("/help/"));
  expect(foldersOf(listed, new Set(help))).toEqual(["/help/"]);
  expect(foldersOf(listed, new Set(help.slice(1)))).toEqual(["/help/orders/"]);
  expect(foldersOf(listed, new Set([site("/blog/one")]))).toEqual([]);
  expect(foldersOf([], new Set())).toEqual([]);
  expect(isInFolders(site("/help/orders/new/deep?x=1"), ["/help/orders/"])).toBe(true);
  expect(isInFolders(site("/helpless"), ["/help/"])).toBe(false);
  expect(isInFolders("no address", ["/"])).toBe(false);
});
