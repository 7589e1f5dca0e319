/** Frees pictures and buffers at once; the JavaScript engine would wait until several have accumulated. */
export function releaseMemory(): void {
  globalThis.gc?.(); // available by a flag of the parser's process
}
