import type { Engine } from "./engine.ts";
import type { Precision } from "./minilm-graph.ts";

export interface OpenedEngine {
  engine: Engine;
  /** Why the native engine does not run here; undefined when it does. */
  fallback?: string;
}

/**
 * The fastest engine that runs here.
 * @param openNative Opens the native engine; another one in tests.
 * @throws Error when the model is int8 and the native engine does not load: no other one gives its vectors.
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
