import { expect, it } from "vitest";
import { pagesWith, shown, stateOf, treeOf, withUrls } from "./site-tree.ts";

const page = (path: string, more = {}) => ({ url: `https://x.example${path}`, known: false, allowed: true, ...more });
const pages = [
  page("/"),
  page("/help/en/a"),
  page("/help/en/b", { known: true }),
  page("/help/en/orders/c%C3%A9"),
  page("/blog/one", { allowed: false }),
];
const url = (path: string) => `https://x.example${path}`;

it("pages stand in the folders of their paths; what is known or forbidden is counted and cannot be chosen", () => {
  const root = treeOf(pages);
  expect(root).toMatchObject({
    path: "/",
    count: 5,
    urls: [url("/"), url("/help/en/a"), url("/help/en/orders/c%C3%A9")],
  });
  const [help, blog] = root.folders;
  expect(help).toMatchObject({ name: "help/en/", path: "/help/en/", count: 3 });
  expect(help?.folders.map(({ name }) => name)).toEqual(["orders/"]);
  expect(blog).toMatchObject({ name: "blog/", urls: [], count: 1 });
});

it("a folder is chosen, partly chosen or not", () => {
  const root = treeOf(pages);
  const [help] = root.folders;
  if (!help) throw new Error("no folder");
  const chosen = withUrls(new Set(), help.urls, true);
  expect([stateOf(root, chosen), stateOf(help, chosen)]).toEqual(["mixed", "checked"]);
  expect(stateOf(help, withUrls(chosen, [url("/help/en/a")], false))).toBe("mixed");
  expect(stateOf(help, withUrls(chosen, help.urls, false))).toBe("none");
});

it("addresses are found by words in any order and shown as people read them", () => {
  expect(pagesWith(pages, "A help ").map(({ url: found }) => found)).toEqual([url("/help/en/a")]);
  expect(pagesWith(pages, "cé")).toHaveLength(1);
  expect(pagesWith(pages, " ")).toHaveLength(5);
  expect(shown(url("/%E0%A4%A"))).toBe("/%E0%A4%A");
});
