/** Element types of tensors, numbered as in `TensorProto.DataType` of onnx.proto. */
export const elementType = { float: 1, int8: 3, int64: 7, float16: 10 } as const;
type ElementType = (typeof elementType)[keyof typeof elementType];

/** Versions of the file format and of the operators: ONNX Runtime reads them since 2022. */
const irVersion = 8;
const operators = { "": 17, "com.microsoft": 1 };

/** Protobuf wire types. */
const varintField = 0;
const bytesField = 2;
const fixed32Field = 5;
/** `AttributeProto.AttributeType`. */
const attributeType = { float: 1, int: 2, ints: 7 };

export interface NodeOptions {
  /** An integer, a list of integers, or `{ float }`. */
  attributes?: Record<string, number | number[] | { float: number }>;
  /** Empty for the standard operators. */
  domain?: keyof typeof operators;
  /** Names of the results; default: a generated name. */
  outputs?: string[];
}

/**
 * Writes a model in the ONNX format, so that weights in another format can be run. Implements only the required messages; field numbers are
 * those of onnx.proto (github.com/onnx/onnx).
 */
export class OnnxModel {
  readonly #nodes: Buffer[] = [];
  readonly #tensors: Buffer[] = [];
  readonly #inputs: Buffer[] = [];
  readonly #outputs: Buffer[] = [];
  #names = 0;

  /** @param dimensions A number is fixed, a name may vary between runs. Returns the name for use in nodes. */
  input(name: string, type: ElementType, dimensions: (string | number)[]): string {
    this.#inputs.push(valueInfo(name, type, dimensions));
    return name;
  }

  output(name: string, type: ElementType, dimensions: (string | number)[]): void {
    this.#outputs.push(valueInfo(name, type, dimensions));
  }

  /** Adds a constant, row by row, little-endian. Returns its name. */
  tensor(type: ElementType, dimensions: number[], values: ArrayBufferView): string {
    const name = this.#newName("t");
    const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const shape = dimensions.map((size) => integer(1, size));
    this.#tensors.push(Buffer.concat([...shape, integer(2, type), text(8, name), bytes(9, raw)]));
    return name;
  }

  /** Returns the name of the first result. */
  node(operator: string, inputs: string[], { attributes = {}, domain = "", outputs }: NodeOptions = {}): string {
    const results = outputs ?? [this.#newName("n")];
    this.#nodes.push(
      Buffer.concat([
        ...inputs.map((name) => text(1, name)),
        ...results.map((name) => text(2, name)),
        text(3, this.#newName(operator)),
        text(4, operator),
        ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
        text(7, domain),
      ]),
    );
    return results[0] ?? "";
  }

  /** The file. */
  encode(): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes.map((node) => bytes(1, node)),
      text(2, "graph"),
      ...this.#tensors.map((tensor) => bytes(5, tensor)),
      ...this.#inputs.map((input) => bytes(11, input)),
      ...this.#outputs.map((output) => bytes(12, output)),
    ]);
    const imports = Object.entries(operators).map(([domain, version]) =>
      bytes(8, Buffer.concat([text(1, domain), integer(2, version)])),
    );
    return Buffer.concat([integer(1, irVersion), bytes(7, graph), ...imports]);
  }

  #newName(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

function attribute(name: string, value: number | number[] | { float: number }): Buffer {
  if (Array.isArray(value))
    return Buffer.concat([text(1, name), ...value.map((each) => integer(8, each)), integer(20, attributeType.ints)]);
  if (typeof value === "number")
    return Buffer.concat([text(1, name), integer(3, value), integer(20, attributeType.int)]);
  return Buffer.concat([text(1, name), float(2, value.float), integer(20, attributeType.float)]);
}

function valueInfo(name: string, type: ElementType, dimensions: (string | number)[]): Buffer {
  const sizes = dimensions.map((size) => bytes(1, typeof size === "string" ? text(2, size) : integer(1, size)));
  const tensorType = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(sizes))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensorType))]);
}

function varint(value: number): Buffer {
  const coded: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) coded.push(Number(rest & 127n) | 128);
  return Buffer.from([...coded, Number(rest)]);
}

function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint((field << 3) | varintField), varint(value)]);
}

function float(field: number, value: number): Buffer {
  const coded = Buffer.alloc(4);
  coded.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | fixed32Field), coded]);
}

function bytes(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | bytesField), varint(value.length), value]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value, "utf8"));
}
