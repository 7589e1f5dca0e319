import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inProject } from "./paths.mjs";
import { runLogged } from "./run.mjs";

/** Files below this size fit into one packet uncompressed. */
const leastBytes = 1_000;

/** Compresses each script, style and index of a built folder to Brotli and gzip files beside it, once instead of for each visitor. */
function compressFiles(folder) {
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

const vite = "node_modules/vite/bin/vite.js";

/** Parts of a build. A part is rebuilt when the content of one of its sources differs from that of its last build. */
export const buildParts = [
  {
    name: "server",
    sources: ["protocol", "db", "server", "scripts", "lab", "tsconfig.json", "tsconfig.server.json"],
    config: "tsconfig.server.json",
    output: "dist/server",
    // `npm run typecheck` checks the types. A check here as well would take eight tenths of the time, and every first start would wait for
    // it.
    command: ["node_modules/typescript/bin/tsc", "-p", "tsconfig.server.json", "--noCheck"],
    finish: removeStaleOutput,
  },
  {
    name: "widget",
    sources: ["widget", "ui", "protocol", "tsconfig.json"],
    config: "widget/vite.config.ts",
    output: "dist/widget",
    command: [vite, "build", "--config", "widget/vite.config.ts", "--logLevel", "warn"],
    finish: () => compressFiles("dist/widget"),
  },
  {
    name: "console",
    sources: ["admin", "ui", "protocol", "tsconfig.json"],
    config: "admin/vite.config.ts",
    output: "dist/admin",
    command: [vite, "build", "--config", "admin/vite.config.ts", "--logLevel", "warn"],
    finish: () => compressFiles("dist/admin"),
  },
  {
    name: "docs",
    sources: [
      ...["docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "package.json", "scripts/docs", "tsconfig.json"],
      // Sources of the pages of the API and of the command line.
      ...["protocol", "server/http/openapi", "scripts/cli", "scripts/reference"],
    ],
    reads: isPage,
    config: "scripts/docs/build-docs.mjs",
    output: "dist/docs",
    command: ["--import", "./scripts/setup/load-typescript.mjs", "scripts/docs/build-docs.mjs"],
    finish: () => compressFiles("dist/docs/assets"),
  },
];

/** True when the part's output was built from its present sources. */
export function isBuilt(part) {
  if (!existsSync(inProject(part.config))) return true;
  return existsSync(inProject(part.output)) && readStamp(part) === stampOf(part);
}

/** Builds one part. Returns true on success. */
export async function buildPart(part) {
  if (!existsSync(inProject(part.config))) {
    console.error(`  ${part.name}: skipped, ${part.config} does not exist`);
    return true;
  }
  const stamp = stampOf(part);
  rmSync(stampFile(part), { force: true });
  const startedAt = Date.now();
  const code = await runLogged(`build-${part.name}`, process.execPath, part.command);
  if (code !== 0 || !existsSync(inProject(part.output))) {
    console.error(`  ${part.name}: failed${code === 0 ? `, no ${part.output} written` : ""}`);
    return false;
  }
  part.finish?.();
  mkdirSync(inProject("dist/.stamps"), { recursive: true });
  writeFileSync(stampFile(part), stamp);
  console.error(`  ${part.name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

function stampFile(part) {
  return inProject("dist/.stamps", part.name);
}

function readStamp(part) {
  return existsSync(stampFile(part)) ? readFileSync(stampFile(part), "utf8") : undefined;
}

/** One hash over the names and contents of a part's sources and over the locked dependencies. */
function stampOf(part) {
  const hash = createHash("sha256");
  for (const file of [
    ...part.sources.flatMap((path) => listSources(path, part.reads ?? isCode)),
    "package-lock.json",
  ]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(inProject(file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listSources(path, reads) {
  if (!existsSync(inProject(path))) return [];
  if (/\.(json|md)$/.test(path)) return [path];
  const entries = readdirSync(inProject(path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === "test" || entry.name === "node_modules" ? [] : listSources(child, reads);
    return entry.isFile() && reads(entry.name) ? [child] : [];
  });
}

function isCode(name) {
  return !/\.test\.[a-z]+$|\.md$|\.sql$/.test(name);
}

function isPage(name) {
  return !/\.test\.[a-z]+$/.test(name);
}

/** The compiler keeps the output of a source that was moved or deleted. It is removed, so that nothing loads it by accident. */
function removeStaleOutput() {
  for (const room of ["protocol", "db", "server", "scripts", "lab"]) removeStaleIn(room);
}

function removeStaleIn(folder) {
  const output = inProject("dist", folder);
  if (!existsSync(output)) return;
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      removeStaleIn(join(folder, entry.name));
      continue;
    }
    const source = inProject(folder, entry.name.replace(/\.js(\.map)?$/, ".ts"));
    if (/\.js(\.map)?$|\.json$/.test(entry.name) && !existsSync(source)) rmSync(join(output, entry.name));
  }
}
