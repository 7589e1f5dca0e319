import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../setup/paths.mjs";

test("the page to try a theme on lists every part that the chat lets a page style", () => {
  const folder = join(projectRoot, "widget/src/elements/chat");
  const code = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const found = code.flatMap((text) => [...text.matchAll(/\b(?:export)?parts?="([\w\s,-]+)"/g)]);
  const exported = found.flatMap(([, names]) => names.split(/[\s,]+/)).filter(Boolean);
  const page = readFileSync(join(projectRoot, "scripts/docs/site/live-theming.ts"), "utf8");
  const listed = /const parts =\s*"([^"]+)"/.exec(page)?.[1].split(" ");
  expect(listed?.toSorted()).toEqual([...new Set(exported)].toSorted());
});
