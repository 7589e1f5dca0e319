import { parentPort, workerData } from "node:worker_threads";
import type { Precision } from "./minilm-graph.ts";
import { openEngine } from "./open-engine.ts";

/** What the thread is sent. */
export type ThreadRequest = { type: "text"; id: number; text: string } | { type: "close" };
/** What it answers. */
export type ThreadReply =
  | { type: "ready"; fallback?: string }
  | { type: "vector"; id: number; vector: Float32Array<ArrayBuffer> }
  | { type: "failed"; id: number; reason: string };

/**
 * Answers each text with its vector, one after the other. Ends by itself when told to: ending the thread from outside while the
 * model runs would end the whole process.
 */
export async function serveTexts(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("this file is the start of a thread");
  const { precision } = workerData as { precision: Precision }; // given by the pool that starts it
  const { engine, fallback } = await openEngine(precision);
  const reply = (message: ThreadReply) =>
    port.postMessage(message, message.type === "vector" ? [message.vector.buffer] : []);

  const embed = async (id: number, text: string) => {
    try {
      reply({ type: "vector", id, vector: new Float32Array(await engine.embed(text)) });
    } catch (error) {
      reply({ type: "failed", id, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  let work = Promise.resolve();
  port.on("message", (request: ThreadRequest) => {
    work = work.then(async () => {
      if (request.type === "text") return embed(request.id, request.text);
      await engine.close();
      port.close();
    });
  });
  reply({ type: "ready", ...(fallback === undefined ? {} : { fallback }) });
}
