import type { TestSequencerConstructor } from "vitest/node";

declare const sequencer: TestSequencerConstructor;
export default sequencer;
