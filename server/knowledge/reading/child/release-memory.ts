/** Frees pictures and buffers at once; the engine alone would wait until there are several. */
export function releaseMemory(): void {
  globalThis.gc?.(); // available by a flag of the parser's process
}
