import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inProject } from "./paths.mjs";

/** Below this a packet carries the file as it is. */
const leastBytes = 1_000;

/** Writes each script, style and index of a built folder as Brotli and gzip beside it: once here instead of for each visitor. */
export function compressFiles(folder) {
  const files = readdirSync(inProject(folder), { recursive: true }).filter((file) =>
    /\.(?:js|css|svg|json)$/.test(file),
  );
  for (const file of files) {
    const path = join(inProject(folder), file);
    const content = readFileSync(path);
    if (content.length < leastBytes) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
