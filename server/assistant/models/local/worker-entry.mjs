// Entry of an embedding thread. Plain JavaScript, because Node.js loads it itself, also when the rest runs from TypeScript
// under the test runner.
import { existsSync } from "node:fs";

const source = new URL("./serve-texts.ts", import.meta.url);
const { serveTexts } = await import(
  existsSync(source) ? source.href : new URL("./serve-texts.js", import.meta.url).href
);
await serveTexts();
