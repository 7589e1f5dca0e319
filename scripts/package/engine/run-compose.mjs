import { setTimeout as sleep } from "node:timers/promises";
import { inProject } from "../../setup/paths.mjs";
import { podman } from "./podman.mjs";

const pollMs = 1_000;
const readyLimitMs = 240_000;

/**
 * Runs a compose file's services with podman in the order of their conditions, each with the file's rights and file systems for it.
 * @param compose from `readCompose` @param prefix of the names of containers, networks and volumes
 */
export async function runCompose(compose, prefix) {
  for (const [name, { internal } = {}] of Object.entries(compose.networks))
    await podman("network", "create", ...(internal ? ["--internal"] : []), `${prefix}-${name}`);
  const started = new Map();
  const start = (name) => {
    if (!started.has(name)) started.set(name, startAfterOthers(name));
    return started.get(name);
  };
  const startAfterOthers = async (name) => {
    const service = compose.services[name];
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      await start(other);
      await until(compose.services[other], { container: `${prefix}-${other}`, condition });
    }
    await podman("run", "-d", ...flags(name, service, prefix), service.image, ...(service.command ?? []));
    console.error(`started ${name}`);
  };
  for (const name of Object.keys(compose.services)) await start(name);
  for (const [name, service] of Object.entries(compose.services))
    if (service.healthcheck) await until(service, { container: `${prefix}-${name}`, condition: "service_healthy" });
}

/** Stops and removes everything with the prefix. */
export async function removeCompose(compose, prefix) {
  const names = Object.keys(compose.services).map((name) => `${prefix}-${name}`);
  await podman("rm", "-f", "-v", "-t", "40", ...names).catch(() => {});
  for (const volume of Object.keys(compose.volumes)) await podman("volume", "rm", "-f", `${prefix}-${volume}`);
  for (const network of Object.keys(compose.networks)) await podman("network", "rm", "-f", `${prefix}-${network}`);
}

function flags(name, service, prefix) {
  const each = (flag, values = []) => values.flatMap((value) => [flag, value]);
  const environment = Object.entries(service.environment ?? {}).filter(([, value]) => value !== null);
  const one = (flag, value) => (value === undefined ? [] : [flag, String(value)]);
  return [
    ...["--name", `${prefix}-${name}`, "--no-healthcheck"],
    ...each(
      "--network",
      service.networks.map((network) => `${prefix}-${network}:alias=${name}`),
    ),
    ...each(
      "-e",
      environment.map((pair) => pair.join("=")),
    ),
    ...each(
      "-v",
      service.volumes?.map((volume) => mountOf(volume, prefix)),
    ),
    // As Docker mounts it: empty and with the requested mode.
    ...each(
      "--tmpfs",
      service.tmpfs?.map((mount) => `${mount},notmpcopyup`),
    ),
    ...(service.read_only ? ["--read-only", "--read-only-tmpfs=false"] : []),
    ...each("--cap-drop", service.cap_drop),
    ...each("--cap-add", service.cap_add),
    ...each(
      "--security-opt",
      service.security_opt?.map((option) => option.replace(":true", "")),
    ),
    ...each("-p", service.ports),
    ...one("--user", service.user),
    ...one("--memory", service.mem_limit),
    ...one("--shm-size", service.shm_size),
    ...one("--stop-timeout", service.stop_grace_period && Number.parseInt(service.stop_grace_period, 10)),
  ];
}

function mountOf(volume, prefix) {
  return volume.startsWith("./") ? inProject(volume) : `${prefix}-${volume}`;
}

async function until({ healthcheck }, { container, condition }) {
  if (condition === "service_completed_successfully") {
    const code = await podman("wait", container);
    if (code !== "0") throw new Error(`${container} exited with code ${code}: ${await podman("logs", container)}`);
    return;
  }
  for (const limit = Date.now() + readyLimitMs; ; await sleep(pollMs)) {
    const fault = await podman("exec", container, ...healthcheck.test.slice(1)).then(
      () => null,
      (error) => error,
    );
    if (fault === null) return;
    if (Date.now() > limit)
      throw new Error(
        `${container} is not healthy: ${fault.message}\n${await podman("logs", "--tail", "20", container)}`,
      );
  }
}
