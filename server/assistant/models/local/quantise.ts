/** 7 bits: processors without VNNI add two products of 8 bits into 16 and would run over, each in its own way. */
const largest = 63;

/** A matrix [inputs, outputs] of small whole numbers with a scale for each output. */
export interface QuantisedMatrix {
  inputs: number;
  values: Int8Array;
  scales: Float32Array;
}

/**
 * Rounds matrices to whole numbers, each output by a scale of its own, and puts them side by side.
 * @param matrices Row by row, one row of `inputs` numbers for each output.
 */
export function quantiseColumns(matrices: { values: Float32Array; inputs: number }[]): QuantisedMatrix {
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
