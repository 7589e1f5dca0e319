import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../server/core/config/config.ts";
import { inProject } from "../setup/paths.mjs";
import { isImageFile } from "./image-files.mjs";
import { nameOf, productPackages } from "./image-packages.mjs";
import { isKept, ofPackages } from "./slim-rules.mjs";
import { readDockerfile } from "./test/read-dockerfile.mjs";
import { settingNames } from "./test/setting-names.mjs";

const lock = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8"));
const folders = productPackages(lock, (folder) => existsSync(inProject(folder)));
const names = new Set(folders.map(nameOf));
const sources = ["protocol", "db", "server", "scripts/cli", "ui"]
  .flatMap(codeBelow)
  .concat(inProject("scripts/serve.ts"));

describe("the packages of the image", () => {
  it("have all that the product imports", () => {
    const imported = new Set(sources.flatMap((path) => importsOf(readFileSync(path, "utf8"))));
    expect([...imported].filter((name) => !names.has(name) && !builtinModules.includes(name))).toEqual([]);
    expect(imported.size).toBeGreaterThan(30);
  });

  it("have no tools, and nothing that only others would use", () => {
    for (const tool of [
      "typescript",
      "vite",
      "vitest",
      "playwright-core",
      "react",
      "react-dom",
      "rolldown",
      "lightningcss",
    ])
      expect(names.has(tool), tool).toBe(false);
  });

  it("are looked for where Node.js would look", () => {
    const packages = {
      "": { dependencies: { a: "1" }, optionalDependencies: { elsewhere: "1" } },
      "node_modules/a": { dependencies: { b: "2" } },
      "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
      "node_modules/b": {},
      "node_modules/c": { dependencies: { a: "1" } },
      "node_modules/elsewhere": { optional: true },
    };
    const isInstalled = (folder) => folder !== "node_modules/elsewhere";
    expect(productPackages({ packages }, isInstalled)).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
    ]);
    expect(() => productPackages({ packages }, () => false)).toThrow("the project needs a, which is not installed");
  });

  it("lose what does not run, and never a licence", () => {
    expect(isKept("any", "dist/index.js")).toBe(true);
    for (const left of ["dist/index.js.map", "dist/index.d.ts", "src/index.ts", "README.md", "test/data.json"])
      expect(isKept("any", left), left).toBe(false);
    for (const kept of ["LICENSE", "LICENSE.md", "license-mit.txt", "NOTICE", "test/COPYING", "ThirdPartyNotices.txt"])
      expect(isKept("any", kept), kept).toBe(true);
    expect(isKept("onnxruntime-node", `bin/napi-v6/${process.platform}/${process.arch}/libonnxruntime.so.1`)).toBe(
      true,
    );
    expect(isKept("onnxruntime-node", "bin/napi-v6/win32/arm64/onnxruntime.dll")).toBe(false);
  });

  it("have the recogniser that tesseract.js asks for", async () => {
    const load = createRequire(inProject("node_modules/tesseract.js/package.json"));
    const getCore = load("./src/worker-script/node/getCore.js");
    // The arguments that createWorker passes for OEM.LSTM_ONLY.
    await getCore(true, undefined, { progress: () => {} });
    const loaded = Object.keys(load.cache).filter((path) => path.includes("tesseract.js-core/"));
    expect(loaded.length).toBeGreaterThan(0);
    for (const path of loaded)
      expect(isKept("tesseract.js-core", path.split("tesseract.js-core/")[1]), path).toBe(true);
  });

  it("that have rules of their own are there, and each rule still leaves something out and something in", () => {
    for (const [name, { leaves }] of Object.entries(ofPackages)) {
      const folder = inProject("node_modules", name);
      expect(existsSync(folder), name).toBe(true);
      const files = readdirSync(folder, { recursive: true });
      expect(
        files.some((file) => leaves.test(file)),
        name,
      ).toBe(true);
      expect(
        files.some((file) => /\.(?:m?js|node|wasm|gz)$/.test(file) && isKept(name, file)) || name === "zlibjs",
        name,
      ).toBe(true);
    }
  });
});

describe("the files of the image", () => {
  it("have all that the product opens in the project's folder", () => {
    const opened = sources
      .filter((path) => !path.endsWith("spawn-parser.ts") && !path.endsWith("model-file.ts")) // there for the tests
      .flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(/join\(projectRoot, "([^"]+)"/g)].map(([, opens]) => opens),
      );
    expect(opened.length).toBeGreaterThan(7);
    expect(opened.filter((path) => !isImageFile(path) && !isImageFile(`${path}/x`) && path !== "db")).toEqual([]);
    expect(isImageFile("docs/guide/faq.md")).toBe(true);
  });

  it("have nothing that is secret, and no tests", () => {
    for (const path of [
      ".env",
      "data/secrets.json",
      "server/core/config/config.ts",
      "dist/lab/faults/kills.js",
      "dist/server/app.js.map",
    ])
      expect(isImageFile(path), path).toBe(false);
  });
});

describe("the Dockerfile", () => {
  const { stages, args } = readDockerfile(inProject("Dockerfile"));
  const last = stages.at(-1);
  const of = (name) => last.filter((each) => each.name === name).map((each) => each.value);

  it("names its base exactly", () => {
    expect(args.NODE_VERSION).toMatch(/^24\.\d+\.\d+$/);
    const [build, image] = stages.map(([from]) => from.value);
    expect(build).toMatch(/^node:\$\{NODE_VERSION\}-\$\{DEBIAN\}-slim AS build$/);
    expect(image).toBe("scratch");
  });

  it("runs without rights, says how it is, and is stopped by a signal that the server knows", () => {
    expect(of("USER")).toEqual(["10001:10001"]);
    expect(of("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(of("RUN")).toEqual([]);
    for (const started of [...of("CMD"), ...of("HEALTHCHECK")]) {
      const [, file] = /\["node", "\/app\/bin\/([^"]+)"\]/.exec(started);
      expect(existsSync(inProject("scripts/package/image", file)), file).toBe(true);
    }
  });

  it("sets what the configuration knows, with the usual port", () => {
    const set = Object.fromEntries(of("ENV").flatMap((line) => line.split(/\s+/).map((pair) => pair.split("="))));
    const known = settingNames();
    expect(Object.keys(set).filter((name) => !known.has(name) && !["PATH", "NODE_ENV"].includes(name))).toEqual([]);
    expect(Number(set.PORT)).toBe(readConfig({}).port);
    expect(of("EXPOSE")).toEqual([set.PORT]);
    expect(of("VOLUME")).toEqual([set.DATA_DIR]);
    expect(args.VERSION).toBe(JSON.parse(readFileSync(inProject("package.json"), "utf8")).version);
  });
});

function codeBelow(folder) {
  return readdirSync(inProject(folder), { recursive: true })
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\.test\.|(?:^|\/)test\//.test(path))
    .map((path) => inProject(folder, path));
}

/** Names of the packages that a module imports, without type imports. */
function importsOf(code) {
  const found = code.matchAll(
    /^(?:import|export)\s(?!type\b)[^"';]*?from\s+"([^"./][^"]*)"|\bimport\("([^"./][^"]*)"\)|^import "([^"./][^"]*)"/gm,
  );
  return [...found]
    .map(([, a, b, c]) => a ?? b ?? c)
    .filter((name) => !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}
