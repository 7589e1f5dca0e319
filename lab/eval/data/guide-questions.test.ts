import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../server/core/project-root.ts";
import { readGuideQuestions } from "./sets.ts";

it("every section that a question about the guide names is there", async () => {
  for (const { q, right } of await readGuideQuestions())
    for (const { doc, heading } of right)
      expect(await readFile(join(projectRoot, "docs/guide", doc), "utf8"), q).toContain(`## ${heading}\n`);
});
