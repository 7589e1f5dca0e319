import { elementType, OnnxModel } from "./onnx-model.ts";
import type { Weights } from "./safetensors.ts";

/** 7 bits: processors without VNNI add two 8-bit products into 16 bits and would overflow, with different results. */
const largest = 63;

/** A matrix [inputs, outputs] of small integers with a scale for each output. */
interface QuantisedMatrix {
  inputs: number;
  values: Int8Array;
  scales: Float32Array;
}

/**
 * Rounds matrices to integers, with a separate scale for each output, and joins them side by side.
 * @param matrices Row by row, one row of `inputs` numbers for each output.
 */
function quantiseColumns(matrices: { values: Float32Array; inputs: number }[]): QuantisedMatrix {
  const inputs = matrices[0]?.inputs ?? 0;
  const outputs = matrices.reduce((sum, { values }) => sum + values.length / inputs, 0);
  const values = new Int8Array(inputs * outputs);
  const scales = new Float32Array(outputs);
  let column = 0;
  for (const matrix of matrices) {
    for (let start = 0; start < matrix.values.length; start += inputs, column += 1) {
      const row = matrix.values.subarray(start, start + inputs);
      const scale = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / largest || 1;
      scales[column] = scale;
      row.forEach((value, input) => {
        values[input * outputs + column] = Math.round(value / scale);
      });
    }
  }
  return { inputs, values, scales };
}

/** all-MiniLM-L6-v2: a BERT with six layers (its config.json). */
const hidden = 384;
const heads = 12;
const layers = 6;
const maxPositions = 512;
const epsilon = { float: 1e-12 };

/** `int8` is faster and gives other vectors, so it counts as a separate model. */
export type Precision = "fp32" | "int8";

/**
 * Builds the model as ONNX. Takes `ids` [texts, tokens] without padding (rows of equal length) and returns `vectors` [texts, 384] of length
 * one. In int8, run one text at a time: the scale of the dynamic quantization covers all texts of a run.
 */
export function buildMiniLm(weights: Weights, precision: Precision): Buffer {
  const model = new OnnxModel();
  const parts = new GraphParts(model, weights, precision);
  const ids = model.input("ids", elementType.int64, ["texts", "tokens"]);
  let x = parts.embedTokens(ids);
  for (let layer = 0; layer < layers; layer += 1) x = parts.layer(x, layer);
  // The mean over the tokens, normalized to length one; the sum has the same direction.
  const sum = model.node("ReduceSum", [x, parts.shape(1)], { attributes: { keepdims: 0 } });
  const length = model.node("ReduceL2", [sum], { attributes: { axes: [1], keepdims: 1 } });
  model.node("Div", [sum, length], { outputs: ["vectors"] });
  model.output("vectors", elementType.float, ["texts", hidden]);
  return model.encode();
}

/** The building blocks of BERT. */
class GraphParts {
  readonly #model: OnnxModel;
  readonly #weights: Weights;
  readonly #precision: Precision;

  constructor(model: OnnxModel, weights: Weights, precision: Precision) {
    this.#model = model;
    this.#weights = weights;
    this.#precision = precision;
  }

  shape(...sizes: number[]): string {
    return this.#model.tensor(elementType.int64, [sizes.length], BigInt64Array.from(sizes, BigInt));
  }

  /** Word and position embeddings. The word table stays in half precision (23 MB instead of 47): only requested rows are converted. */
  embedTokens(ids: string): string {
    const model = this.#model;
    const words = this.#widen(model.node("Gather", [this.#halves("embeddings.word_embeddings.weight"), ids]));
    const tokens = model.node("Gather", [model.node("Shape", [ids]), this.shape(1)]);
    const places = this.#widen(this.#halves("embeddings.position_embeddings.weight"));
    // Every token has the first type.
    const types = this.#weights.floats("embeddings.token_type_embeddings.weight").subarray(0, hidden);
    const table = model.node("Add", [places, model.tensor(elementType.float, [hidden], types)]);
    const firstPlaces = model.node("Slice", [table, this.shape(0), tokens, this.shape(0)]);
    return this.#normalise(model.node("Add", [words, firstPlaces]), "embeddings.LayerNorm");
  }

  layer(x: string, index: number): string {
    const name = (part: string) => `encoder.layer.${index}.${part}`;
    const attended = this.#dense(this.#attend(x, name), [name("attention.output.dense")]);
    const seen = this.#normalise(this.#model.node("Add", [attended, x]), name("attention.output.LayerNorm"));
    const widened = this.#dense(seen, [name("intermediate.dense")]);
    const active = this.#model.node("Gelu", [widened], { domain: "com.microsoft" });
    const narrowed = this.#dense(active, [name("output.dense")]);
    return this.#normalise(this.#model.node("Add", [narrowed, seen]), name("output.LayerNorm"));
  }

  /** Attention of all heads. Query, key and value come from one product, which is cheaper than three. */
  #attend(x: string, name: (part: string) => string): string {
    const model = this.#model;
    const all = this.#dense(
      x,
      ["query", "key", "value"].map((part) => name(`attention.self.${part}`)),
    );
    const parts = ["query", "key", "value"].map((part) => name(part));
    model.node("Split", [all, this.shape(hidden, hidden, hidden)], { attributes: { axis: 2 }, outputs: parts });
    const [query = "", key = "", value = ""] = parts;
    const scale = model.tensor(elementType.float, [], Float32Array.of(Math.sqrt(heads / hidden)));
    const products = model.node("MatMul", [this.#byHead(query), this.#byHead(key, [0, 2, 3, 1])]);
    const shares = model.node("Softmax", [model.node("Mul", [products, scale])], { attributes: { axis: -1 } });
    const context = model.node("Transpose", [model.node("MatMul", [shares, this.#byHead(value)])], {
      attributes: { perm: [0, 2, 1, 3] },
    });
    return model.node("Reshape", [context, this.shape(0, 0, hidden)]);
  }

  #byHead(x: string, perm = [0, 2, 1, 3]): string {
    const split = this.#model.node("Reshape", [x, this.shape(0, 0, heads, hidden / heads)]);
    return this.#model.node("Transpose", [split], { attributes: { perm } });
  }

  #normalise(x: string, name: string): string {
    const [weight, bias] = ["weight", "bias"].map((part) => {
      const values = this.#weights.floats(`${name}.${part}`);
      return this.#model.tensor(elementType.float, [values.length], values);
    });
    return this.#model.node("LayerNormalization", [x, weight ?? "", bias ?? ""], { attributes: { axis: -1, epsilon } });
  }

  /** Several linear layers on one input, side by side. */
  #dense(x: string, names: string[]): string {
    const model = this.#model;
    const biases = this.#join(names.map((name) => this.#widen(this.#halves(`${name}.bias`))));
    const matrices = names.map((name) => `${name}.weight`);
    const product =
      this.#precision === "int8"
        ? model.node("DynamicQuantizeMatMul", [x, ...this.#quantised(matrices)], { domain: "com.microsoft" })
        : model.node("MatMul", [x, this.#turned(matrices)]);
    return model.node("Add", [product, biases]);
  }

  /** The file has one row per output. ONNX Runtime converts, joins and transposes the matrices once, while it loads. */
  #turned(names: string[]): string {
    const joined = this.#join(names.map((name) => this.#widen(this.#halves(name))));
    return this.#model.node("Transpose", [joined], { attributes: { perm: [1, 0] } });
  }

  #quantised(names: string[]): string[] {
    const rows = names.map((name) => ({
      values: this.#weights.floats(name),
      inputs: this.#weights.shape(name)[1] ?? 0,
    }));
    const { values, scales, inputs }: QuantisedMatrix = quantiseColumns(rows);
    return [
      this.#model.tensor(elementType.int8, [inputs, scales.length], values),
      this.#model.tensor(elementType.float, [scales.length], scales),
    ];
  }

  #join(names: string[]): string {
    const [only = ""] = names;
    return names.length === 1 ? only : this.#model.node("Concat", names, { attributes: { axis: 0 } });
  }

  #halves(name: string): string {
    const shape = this.#weights.shape(name);
    if (name.includes("position") && (shape[0] ?? 0) > maxPositions) throw new Error(`${name} is not that of MiniLM`);
    return this.#model.tensor(elementType.float16, shape, this.#weights.halves(name));
  }

  #widen(name: string): string {
    return this.#model.node("Cast", [name], { attributes: { to: elementType.float } });
  }
}
