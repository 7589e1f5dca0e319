import type { PreviewScene } from "../../../protocol/widget-preview.ts";
import type { PreviewServer } from "./preview-server.ts";
import { type SampleWords, sampleWords } from "./sample-words.ts";

/** Delay between two pieces of the answer, in ms: as fast as the built-in answerer. */
const paceMs = 15;

/** The visitor's question in a scene. */
export function sampleQuestion(scene: PreviewScene): string {
  const { question, asksPerson } = words();
  return scene === "person" ? asksPerson : question;
}

/** Simulates the server's reaction to a message: one answer for all questions, or a hand-over to the team. */
export async function playTurn(server: PreviewServer, scene: PreviewScene): Promise<void> {
  const { answer, source, searching, personAsked } = words();
  await pause();
  if (scene === "person") server.escalate(personAsked);
  else {
    server.tell("status", { node: "retrieve", content: searching }, false);
    for (const piece of answer.match(/.{1,9}/gs) ?? []) {
      await pause();
      server.tell("token", { content: piece }, false);
    }
    server.say("assistant", answer, {
      citations: [
        {
          index: 1,
          chunk_id: crypto.randomUUID(),
          document_id: "sample",
          ...source,
        },
      ],
      grade: { tier: "high", score: 0.92, reason: "A sample." },
    });
  }
  server.tell("end", {});
}

function words(): SampleWords {
  return sampleWords(document.documentElement.lang);
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, paceMs));
}
