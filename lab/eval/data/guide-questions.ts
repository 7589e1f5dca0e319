import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../../server/core/project-root.ts";

const row = z.object({
  q: z.string(),
  /** Sections of the guide that answer it. */
  right: z.array(z.object({ doc: z.string(), heading: z.string() })),
});

export type GuideQuestion = z.infer<typeof row>;

/** A newcomer's questions about this project's guide. */
export async function readGuideQuestions(): Promise<GuideQuestion[]> {
  const text = await readFile(join(projectRoot, "lab/eval/data/guide-questions.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => row.parse(JSON.parse(line)));
}
