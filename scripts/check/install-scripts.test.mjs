import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../setup/paths.mjs";

const read = (path) => readFileSync(inProject(path), "utf8");

/** Packages with an install script, and the reason to allow it: none of them downloads from anywhere but the registry. */
const known = {
  "msgpackr-extract": "builds a faster reader when it can, and is left out when it cannot",
  "tesseract.js": "prints a request for donations",
  "onnxruntime-node": "would fetch libraries for graphics cards from another host: it is told not to, below",
};

test("no package runs a script at installation that nobody has looked at", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const scripted = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  const names = scripted.map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.filter((name) => !(name in known))).toEqual([]);
  expect(names).toContain("onnxruntime-node");
});

test("the script of onnxruntime-node does not run: by npm 10 and early 11 for the setting, by later ones for the list", () => {
  expect(read(".npmrc")).toMatch(/^onnxruntime-node-install=skip$/m);
  const { allowScripts, optionalDependencies } = JSON.parse(read("package.json"));
  expect(allowScripts).toEqual({ "onnxruntime-node": false });
  // On platforms where it cannot be installed, the other engine is used.
  expect(Object.keys(optionalDependencies)).toContain("onnxruntime-node");
});
