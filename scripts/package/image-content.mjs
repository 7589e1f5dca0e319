import { podman } from "./engine/podman.mjs";

const sizeLimit = 400_000_000;
const isolated = [
  "--rm",
  "--no-healthcheck",
  "--read-only",
  "--read-only-tmpfs=false",
  "--cap-drop",
  "ALL",
  "--network",
  "none",
];

/** Loads every module of the product in the image. It fails when a rule of `slim-rules.mjs` removes too much. */
const loadAll = `
const { readdirSync } = await import("node:fs");
const found = ["server", "db", "protocol", "scripts/cli"].flatMap((room) =>
  readdirSync("/app/dist/" + room, { recursive: true }).filter((file) => file.endsWith(".js")).map((file) => "/app/dist/" + room + "/" + file));
for (const file of found) await import(file);
await import("gpt-tokenizer/encoding/o200k_base");
await import("gpt-tokenizer/encoding/cl100k_base");
await import("pdfjs-dist/legacy/build/pdf.mjs");
const { createWorker, OEM } = await import("tesseract.js");
const reader = await createWorker("eng", OEM.LSTM_ONLY, { langPath: "/app/node_modules/@tesseract.js-data/eng/4.0.0_best_int", cacheMethod: "none", gzip: true });
await reader.terminate();
console.log(found.length);
process.exit();
`;

/** Checks one image by itself. @returns lines for the reader @throws Error naming the failed check */
export async function checkContent(image) {
  const [{ Size: bytes, Config: config }] = JSON.parse(await podman("image", "inspect", image));
  if (bytes >= sizeLimit) throw new Error(`the image size is ${mb(bytes)}; the limit is ${mb(sizeLimit)}`);
  if (!/^\d+:\d+$/.test(config.User)) throw new Error(`the image runs as ${config.User}`);
  const run = (...args) => podman("run", ...isolated, "--tmpfs", "/tmp:size=256m,mode=1777", image, ...args);
  const modules = await run("node", "--input-type=module", "-e", loadAll);
  const bill = JSON.parse(await run("node", "-p", 'fs.readFileSync("/usr/share/sbom/parley.cdx.json", "utf8")'));
  const names = new Set(bill.components.map(({ name }) => name));
  for (const name of ["express", "node", "libc6"])
    if (!names.has(name)) throw new Error(`the bill of materials lacks ${name}`);
  for (const name of ["vite", "typescript"])
    if (names.has(name)) throw new Error(`the bill of materials contains ${name}`);
  const shell = await run("sh", "-c", "true").then(
    () => true,
    () => false,
  );
  if (shell) throw new Error("the image contains a shell");
  return [
    `${mb(bytes)} uncompressed`,
    `${modules} modules loaded`,
    `${bill.components.length} components in the bill of materials`,
  ];
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
