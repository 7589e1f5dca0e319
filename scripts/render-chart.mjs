import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { casesFolder, chartFolder, hashOfCase, listCases, renderedFolder } from "./package/chart/chart-hash.mjs";
import { inProject } from "./setup/paths.mjs";

/**
 * `npm run render:chart`: renders the Helm chart with the values of each case into `scripts/package/chart/rendered`, where the tests read
 * the manifests. It uses Helm, or Go and Debian's packages of the libraries that Helm renders with.
 */
const release = "support";
const namespace = "parley";
const needed = ["golang-go", "golang-github-masterminds-sprig-dev", "golang-github-ghodss-yaml-dev"];

const isHelm = spawnSync("helm", ["version"], { stdio: "ignore" }).status === 0;
if (!isHelm && spawnSync("go", ["version"], { stdio: "ignore" }).status !== 0) {
  console.error(`Install helm, or Go (on Debian: apt-get install --no-install-recommends ${needed.join(" ")})`);
  process.exit(1);
}
mkdirSync(renderedFolder, { recursive: true });
for (const name of listCases()) {
  const text = `# chart: ${hashOfCase(name)}\n${render(join(casesFolder, `${name}.yaml`))}`;
  writeFileSync(
    join(renderedFolder, `${name}.yaml`),
    text.replace(/(?<![ \t])[ \t]+$/gm, "").replace(/\n{3,}/g, "\n\n"),
  );
  console.error(`rendered ${name}`);
}

function render(values) {
  const [command, args] = isHelm
    ? ["helm", ["template", release, chartFolder, "--namespace", namespace, "--values", values]]
    : ["go", ["run", inProject("scripts/package/chart/render.go"), chartFolder, values, release, namespace]];
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env });
  if (status === 0) return stdout;
  console.error(`${values}: ${stderr}`);
  process.exit(1);
}
