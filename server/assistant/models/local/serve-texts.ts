import { parentPort, workerData } from "node:worker_threads";
import type { Engine } from "./engine.ts";
import type { Precision } from "./minilm-graph.ts";

/** Message to the thread. */
export type ThreadRequest = { type: "text"; id: number; text: string } | { type: "close" };
/** Message from the thread. */
export type ThreadReply =
  | { type: "ready"; fallback?: string }
  | { type: "vector"; id: number; vector: Float32Array<ArrayBuffer> }
  | { type: "failed"; id: number; reason: string };

/**
 * Answers each text with its vector, one after the other. The thread ends itself on request: ending it from outside while the model runs
 * would end the whole process.
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

interface OpenedEngine {
  engine: Engine;
  /** Reason why the native engine does not run here; undefined when it does. */
  fallback?: string;
}

/**
 * Opens the fastest engine that runs here.
 * @param openNative Opens the native engine; replaced in tests.
 * @throws Error when the model is int8 and the native engine does not load: no other engine computes its vectors.
 */
export async function openEngine(precision: Precision, openNative = loadNative): Promise<OpenedEngine> {
  try {
    return { engine: await openNative(precision) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (precision === "int8")
      throw new Error(`ONNX Runtime does not load here, and EMBEDDING_MODEL=minilm-l6-v2-int8 needs it: ${reason}`);
    const { openWasmEngine } = await import("./wasm-engine.ts");
    return { engine: await openWasmEngine(), fallback: reason };
  }
}

async function loadNative(precision: Precision): Promise<Engine> {
  const { openNativeEngine } = await import("./native-engine.ts");
  return openNativeEngine(precision);
}
