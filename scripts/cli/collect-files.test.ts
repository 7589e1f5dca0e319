import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectFiles } from "./collect-files.ts";
import { operatorSocketPath } from "./wire.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-files-"));
  await mkdir(join(folder, "docs/deep"), { recursive: true });
  await mkdir(join(folder, "docs/node_modules"));
  for (const name of ["b.md", "a.html", "deep/c.TXT", "logo.png", ".hidden.md", "node_modules/d.md"])
    await writeFile(join(folder, "docs", name), "x");
});
afterAll(() => rm(folder, { recursive: true }));

test("a folder gives all it holds, named by the path that was given, in a stable order", async () => {
  const { files, skipped } = await collectFiles("docs", folder);
  expect(files.map(({ source }) => source)).toEqual(["docs/a.html", "docs/b.md", "docs/deep/c.TXT"]);
  expect(files[0]?.path).toBe(join(folder, "docs/a.html"));
  expect(skipped).toEqual(["docs/logo.png"]);
});

test("a file gives itself", async () => {
  expect((await collectFiles("docs/b.md", folder)).files).toEqual([
    { path: join(folder, "docs/b.md"), source: "docs/b.md" },
  ]);
});

test("what is not there or cannot be read is said", async () => {
  await expect(collectFiles("nothing", folder)).rejects.toMatchObject({ code: "not_found" });
  await expect(collectFiles("docs/logo.png", folder)).rejects.toMatchObject({ code: "unprocessable_document" });
});

test("the socket lies in the data folder, or under a short name when that path is too long for one", () => {
  expect(operatorSocketPath("/data")).toBe("/data/operator.sock");
  const long = operatorSocketPath(`/data/${"x".repeat(200)}`);
  expect(long.length).toBeLessThan(104);
  expect(long).not.toBe(operatorSocketPath(`/data/${"y".repeat(200)}`));
});
