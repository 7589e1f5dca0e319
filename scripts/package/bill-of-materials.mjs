import { spawnSync } from "node:child_process";
import { nameOf } from "./image-packages.mjs";

/**
 * The image's bill of materials, as CycloneDX: npm's list without the packages that are not in the image, plus Node.js and Debian's
 * packages.
 * @param contents `folders` of the npm packages, the `lock` file, `debian` packages with their versions and the `distribution`
 */
export function billOfMaterials({ cwd, folders, lock, debian, distribution }) {
  const bill = npmBill(cwd);
  const isIn = new Set(folders.map((folder) => `${nameOf(folder)}@${lock.packages[folder].version}`));
  const npm = bill.components.filter(({ name, version, group }) =>
    isIn.has(`${group ? `${group}/` : ""}${name}@${version}`),
  );
  const missing = isIn.size - new Set(npm.map(({ purl }) => purl)).size;
  if (missing !== 0) throw new Error(`npm does not list ${missing} packages of the image`);
  const refs = new Set([bill.metadata.component["bom-ref"], ...npm.map((component) => component["bom-ref"])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return {
    ...bill,
    components: [...npm, nodeComponent(), ...debian.map((each) => debianComponent(each, distribution))],
    dependencies,
  };
}

/** npm's list of the installed packages, including tools. A package that a tool needs as well is listed once. */
function npmBill(cwd) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const { status, stdout, stderr, error } = spawnSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 64_000_000 });
  if (status !== 0) throw new Error(`npm sbom: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

function nodeComponent() {
  const { node: version } = process.versions;
  return {
    "bom-ref": `node@${version}`,
    type: "application",
    name: "node",
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: "MIT" } }],
  };
}

function debianComponent({ name, version }, distribution) {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?distro=${distribution}`;
  return { "bom-ref": purl, type: "library", name, version, purl };
}
