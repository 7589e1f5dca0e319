import type { PreviewScene } from "../../../protocol/widget-preview.ts";
import type { PreviewServer } from "./preview-server.ts";

const answer =
  "Yes, to every country of the European Union, within **three to five days** [1].\n\n- Parcels up to 10 kg cost 6 €.\n- From 60 € on, delivery is free.";
const quote = "We deliver to every country of the European Union within three to five days.";
const asksPerson = "I asked a colleague. The answer will appear here.";
/** Between two pieces of the answer: as fast as the built-in answerer. */
const paceMs = 15;

/** What a visitor asks in a scene. */
export function sampleQuestion(scene: PreviewScene): string {
  return scene === "person" ? "Can I talk to a person?" : "Do you ship abroad?";
}

/** What the server would do about a message: one answer for all questions, or a person who is asked. */
export async function playTurn(server: PreviewServer, scene: PreviewScene): Promise<void> {
  await pause();
  if (scene === "person") server.escalate(asksPerson);
  else {
    server.tell("status", { node: "retrieve", content: "Searching the documents" }, false);
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
          title: "Delivery",
          heading: "Where we deliver",
          quote,
        },
      ],
      grade: { tier: "high", score: 0.92, reason: "A sample." },
    });
  }
  server.tell("end", {});
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, paceMs));
}
