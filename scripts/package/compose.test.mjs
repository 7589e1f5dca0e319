import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../server/core/config/config.ts";
import { environmentSchema } from "../../server/core/config/environment.ts";
import { judgeRedis } from "../../server/operations/doctor/installation/judge-parts.ts";
import { inProject } from "../setup/paths.mjs";
import { readCompose, readEnv } from "./engine/read-compose.mjs";

const composeFile = inProject("compose.yaml");
const ours = ["api", "worker"];

describe("compose.yaml", () => {
  let folder;
  let script;
  let compose;
  let env;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "parley-compose-"));
    script = join(folder, "ops/compose/make-env.sh");
    mkdirSync(join(script, ".."), { recursive: true });
    copyFileSync(inProject("ops/compose/make-env.sh"), script);
    execFileSync("sh", [script, "support.example.com"]);
    env = readEnv(readFileSync(join(folder, ".env"), "utf8"));
    compose = readCompose(composeFile, env);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("does not start without secrets of its own, and says what makes them", () => {
    expect(() => readCompose(composeFile, {})).toThrow("run sh ops/compose/make-env.sh YOUR.DOMAIN");
    const secrets = ["POSTGRES_PASSWORD", "PARLEY_DB_PASSWORD", "REDIS_PASSWORD"].map((name) => env[name]);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(3);
    for (const name of [
      "POSTGRES_PASSWORD",
      "PARLEY_DB_PASSWORD",
      "REDIS_PASSWORD",
      "SESSION_SECRETS",
      "PARLEY_DOMAIN",
    ])
      expect(() => readCompose(composeFile, { ...env, [name]: "" }), name).toThrow(name);
  });

  it("its secrets are for their owner, made once, and for a name that is one", () => {
    expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
    const again = spawnSync("sh", [script, "support.example.com"], { encoding: "utf8" });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain("already exists");
    expect(spawnSync("sh", [script, "https://support.example.com/x"]).status).toBe(2);
    expect(readFileSync(inProject(".gitignore"), "utf8").split("\n")).toContain("/.env");
    expect(readFileSync(inProject(".dockerignore"), "utf8").split("\n")).toContain(".env");
  });

  it("gives Parley settings that it starts with", () => {
    for (const name of ours) {
      const set = Object.fromEntries(
        Object.entries(compose.services[name].environment).filter(([, value]) => value !== null),
      );
      expect(readConfig(set)).toMatchObject({ role: name, publicUrl: "https://support.example.com", trustProxy: "1" });
    }
  });

  it("lets every setting be written into .env that it does not set itself", () => {
    const own = ["PORT", "DATA_DIR", "MIGRATION_DATABASE_URL"]; // the image's, and the migration's
    const known = Object.keys(environmentSchema.shape).filter((name) => !own.includes(name));
    const hint = "a new setting: add its name to x-given";
    for (const name of ours) expect(Object.keys(compose.services[name].environment).sort(), hint).toEqual(known.sort());
    const given = readCompose(composeFile, { ...env, OPENAI_API_KEY: "key" });
    expect(given.services.api.environment.OPENAI_API_KEY).toBe("key");
  });

  it("shows the owner's password to the database and the migration alone", () => {
    const seenBy = Object.keys(compose.services).filter((name) =>
      JSON.stringify(compose.services[name]).includes(env.POSTGRES_PASSWORD),
    );
    expect(seenBy).toEqual(["postgres", "migrate"]);
  });

  it("starts what is needed first, and migrates before anything works", () => {
    for (const name of ours)
      expect(compose.services[name].depends_on).toEqual({
        migrate: { condition: "service_completed_successfully" },
        redis: { condition: "service_healthy" },
      });
    expect(compose.services.migrate.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    expect(compose.services.caddy.depends_on).toEqual({ api: { condition: "service_healthy" } });
  });

  it("takes rights and writable folders from every service, and bounds each", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
      expect(service.logging.options["max-size"], name).toBeDefined();
      expect(service.restart, name).toBe(name === "migrate" ? "no" : "unless-stopped");
      if (name !== "migrate" && !service.image.startsWith("parley:"))
        expect(service.healthcheck?.test, name).toBeDefined();
      expect(service.image, name).toMatch(/:[\w.-]*\d|:local$/);
      if (service.ports) expect(name).toBe("caddy");
    }
    expect(compose.networks.data).toEqual({ internal: true });
  });

  it("has volumes, networks and files for all that is named", () => {
    const named = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(":")[0]),
    );
    for (const name of named)
      expect(name.startsWith("./") ? existsSync(inProject(name)) : name in compose.volumes, name).toBe(true);
    for (const { networks } of Object.values(compose.services))
      for (const name of networks) expect(name in compose.networks, name).toBe(true);
    expect(existsSync(inProject("scripts/package/image/check-health.mjs"))).toBe(true);
  });

  it("runs Redis as `parley doctor` wants it, and stops Parley in its own time", () => {
    const { command } = compose.services.redis;
    const given = (flag) => command[command.indexOf(flag) + 1];
    const facts = {
      version: "8.2.0",
      isReplica: false,
      policy: given("--maxmemory-policy"),
      maxMemory: 384e6,
      usedMemory: 1e6,
      saveFailed: false,
      appendOnly: given("--appendonly") === "yes",
    };
    expect(facts).toMatchObject({ policy: "noeviction", appendOnly: true });
    expect(judgeRedis(facts).map(({ status }) => status)).toEqual(["ok"]);
    // The server promises to stop within 30 s.
    for (const name of ours) expect(Number.parseInt(compose.services[name].stop_grace_period, 10)).toBeGreaterThan(30);
  });

  it("has Caddy before the port that Parley listens on", () => {
    const caddyfile = readFileSync(inProject("ops/compose/Caddyfile"), "utf8");
    expect(caddyfile).toMatch(new RegExp(`name api\\s+port ${readConfig({}).port}`));
    expect(Object.keys(compose.services.caddy.environment)).toEqual(
      [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name),
    );
  });
});
