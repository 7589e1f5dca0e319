/** Gives back pictures and buffers at once: left to itself the engine waits until several of them lie about. */
export function releaseMemory(): void {
  globalThis.gc?.(); // there by a flag of the parser's process
}
