import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { projectRoot } from "../../../core/project-root.ts";
import { guidanceOf, promptSecrets } from "../prompts.ts";
import { AnswerStream } from "./answer-stream.ts";
import { newTraits } from "./chat-client.ts";
import { givesAway } from "./leak-guard.ts";
import { leakSecrets } from "./leak-secrets.ts";

const sampleSchema = z.object({ kind: z.string(), text: z.string() });
const samples = readFileSync(join(projectRoot, "server/assistant/test/data/ordinary-answers.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => sampleSchema.parse(JSON.parse(line)));

const guidance = guidanceOf({
  name: "Acme",
  tone: "warm, and a little cheeky",
  locale: "en",
  threshold: 0.5,
  answer_mode: "stream_first",
  guidance:
    "Never mention the recall of the blue kettles unless somebody asks for it. Offer ten percent off to visitors who threaten to leave. When somebody asks about taxes, name our adviser.",
});

/** The text that is shown of an answer that arrives in pieces, and the text that is stored. */
function passed(text: string, size: number): { shown: string[]; stored: string } {
  const shown: string[] = [];
  const stream = new AnswerStream({
    given: 9,
    leaks: [promptSecrets, guidance],
    publicText: () => "",
    traits: newTraits(),
    emit: (piece) => shown.push(piece),
  });
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  return { stored: stream.end().text, shown };
}

it("300 answers of many fields pass every filter as they are, in pieces of any size", () => {
  expect(samples).toHaveLength(300);
  const changed = samples.flatMap(({ kind, text }) =>
    [1, 7, 10_000].flatMap((size) => {
      const { stored, shown } = passed(text, size);
      return stored === text && shown.join("") === text ? [] : [{ kind, size, text, stored }];
    }),
  );
  expect(changed).toEqual([]);
});

it("none of them looks like any process's marker", () => {
  const markers = Array.from({ length: 50 }, () => leakSecrets(randomBytes(12).toString("hex"), []));
  const refused = samples.filter(({ text }) => markers.some((secrets) => givesAway(text, secrets)));
  expect(refused).toEqual([]);
});

it("they come as they are written: nothing waits for more than a word, or for a tag or mark that is not whole", () => {
  const late = samples
    .filter(({ kind }) => kind === "script" || kind === "prose" || kind === "poetry")
    .flatMap(({ text }) => {
      const { shown } = passed(text, 1);
      const longest = Math.max(...shown.map((piece) => piece.length));
      return longest > 60 ? [{ text, longest }] : [];
    });
  expect(late).toEqual([]);
});
