import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { environmentSchema } from "../../server/core/config/environment.ts";
import { addGauges } from "../../server/operations/metrics/gauges.ts";
import { addWaitingGauges } from "../../server/operations/metrics/waiting-gauges.ts";
import { usesOf } from "../../server/test/support/promql.ts";
import { inProject } from "../setup/paths.mjs";
import { casesFolder, chartFolder, hashOfCase, listCases, renderedFolder } from "./chart/chart-hash.mjs";
import { readDockerfile } from "./test/read-dockerfile.mjs";

const chart = (path) => readFileSync(join(chartFolder, path), "utf8");
const settings = Object.keys(environmentSchema.shape);
const cases = Object.fromEntries(
  listCases().map((name) => {
    const text = readFileSync(join(renderedFolder, `${name}.yaml`), "utf8");
    return [
      name,
      {
        text,
        manifests: parseAllDocuments(text)
          .map((each) => each.toJS())
          .filter(Boolean),
      },
    ];
  }),
);
const every = Object.values(cases).flatMap(({ manifests }) => manifests);
const ofKind = (manifests, kind) => manifests.filter((each) => each.kind === kind);

describe("the Helm chart", () => {
  it.each(listCases())("is rendered as it is now, with the values of %s", (name) => {
    expect(cases[name].text.split("\n")[0], "run: npm run render:chart").toBe(`# chart: ${hashOfCase(name)}`);
  });

  it("names the version of the product", () => {
    const about = parse(chart("Chart.yaml"));
    expect(about.appVersion).toBe(JSON.parse(readFileSync(inProject("package.json"), "utf8")).version);
  });

  it("takes the values that it has and those of the cases, and no others", () => {
    const schema = z.fromJSONSchema(JSON.parse(chart("values.schema.json")));
    expect(schema.safeParse(parse(chart("values.yaml"))).error).toBeUndefined();
    for (const name of listCases())
      expect(schema.safeParse(parse(readFileSync(join(casesFolder, `${name}.yaml`), "utf8"))).error).toBeUndefined();
    for (const wrong of [
      { imag: {} },
      { config: { LOG_LEVLE: "info" } },
      { api: { replica: 2 } },
      { publicUrl: "support.example.com" },
    ])
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });

  it("lets every setting be set that it does not set itself", () => {
    const { properties } = JSON.parse(chart("values.schema.json"));
    const own = ["PORT", "DATA_DIR", "MIGRATION_DATABASE_URL", "PUBLIC_URL", "ROLE", "METRICS_PORT"];
    for (const part of [properties.config, properties.secrets])
      expect([...part.propertyNames.enum].sort(), "a new setting: add its name to values.schema.json, twice").toEqual(
        settings.filter((name) => !own.includes(name)).sort(),
      );
  });
});

describe("its manifests", () => {
  const folder = mkdtempSync(inProject(".cache/chart-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("have the fields and types of Kubernetes' own, and no others", () => {
    const modules = {
      Deployment: "apps/v1",
      Job: "batch/v1",
      HorizontalPodAutoscaler: "autoscaling/v2",
      PodDisruptionBudget: "policy/v1",
      Ingress: "networking.k8s.io/v1",
      NetworkPolicy: "networking.k8s.io/v1",
    };
    const known = every.filter(({ kind }) => !["ServiceMonitor", "ScaledObject"].includes(kind));
    const lines = known.map((manifest, n) => {
      const from = modules[manifest.kind] ?? "core/v1";
      expect(manifest.apiVersion).toBe(from.replace("core/", ""));
      return `const m${n}: import("kubernetes-types/${from.replace(".k8s.io", "")}").${manifest.kind} = ${JSON.stringify(manifest)};\nexport { m${n} };`;
    });
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const args = [
      inProject("node_modules/typescript/bin/tsc"),
      "--noEmit",
      "--ignoreConfig",
      "--strict",
      "--skipLibCheck",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--types",
      "",
      join(folder, "manifests.ts"),
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(`${stdout}${stderr}`).toBe("");
    expect(status).toBe(0);
    expect(known.length).toBeGreaterThan(25);
  });

  it("are of all the kinds that there are templates for", () => {
    const kinds = new Set(every.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "Ingress",
      "Job",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "ScaledObject",
      "Secret",
      "Service",
      "ServiceAccount",
      "ServiceMonitor",
    ]);
  });

  it("run without rights, on a file system that is read only but for two folders, with limits", () => {
    for (const { kind, spec } of [...ofKind(every, "Deployment"), ...ofKind(every, "Job")]) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources.limits.memory, kind).toBeDefined();
        expect(container.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual(["/data", "/tmp"]);
        expect(container.image).toMatch(/^registry\.example\/parley(:[\d.]+|@sha256:\w+)$/);
      }
    }
  });

  it("give pods time to finish, after the load balancer has heard of it, and ask them what they are asked elsewhere", () => {
    const { stages } = readDockerfile(inProject("Dockerfile"));
    const port = Number(stages.at(-1).find(({ name }) => name === "EXPOSE").value);
    for (const { spec } of ofKind(every, "Deployment")) {
      const [container] = spec.template.spec.containers;
      const waited =
        Number(/setTimeout\(\(\) => \{\}, (\d+)\)/.exec(container.lifecycle.preStop.exec.command[2])[1]) / 1000;
      // The server promises to stop within 30 s.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(waited + 30);
      expect(container.ports[0]).toEqual({ name: "http", containerPort: port });
      expect(
        [container.startupProbe, container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet.path),
      ).toEqual(["/healthz", "/healthz", "/readyz"]);
    }
  });

  it("set only what the configuration knows, and the owner's connection for the migration alone", () => {
    for (const { data } of ofKind(every, "ConfigMap"))
      expect(Object.keys(data).filter((name) => !settings.includes(name))).toEqual([]);
    for (const { spec } of ofKind(every, "Deployment"))
      expect(JSON.stringify(spec)).not.toContain("MIGRATION_DATABASE_URL");
    const [trial] = ofKind(cases.trial.manifests, "Job");
    expect(trial.metadata.annotations["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
    const hook = ofKind(cases.trial.manifests, "Secret").find(({ metadata }) => metadata.annotations?.["helm.sh/hook"]);
    expect(hook.stringData.MIGRATION_DATABASE_URL).toBe("postgres://owner:own@db/parley");
    for (const { valueFrom } of trial.spec.template.spec.containers[0].env)
      expect(valueFrom.secretKeyRef.name).toBe(hook.metadata.name);
    const [usual] = ofKind(cases.usual.manifests, "Job");
    expect(usual.spec.template.spec.containers[0].env.map(({ valueFrom }) => valueFrom.secretKeyRef.name)).toEqual([
      "parley-owner",
      "parley-secrets",
    ]);
    expect(ofKind(cases.usual.manifests, "Secret")).toEqual([]);
  });

  it("have numbers as they were written", () => {
    const [{ data }] = ofKind(cases.all.manifests, "ConfigMap");
    expect(data).toMatchObject({
      MAX_ACTIVE_TURNS: "64",
      SLOW_TURN_MS: "2000000",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      OIDC_ONLY: "false",
    });
  });

  it("choose the pods that they mean", () => {
    for (const { manifests } of Object.values(cases)) {
      const pods = ofKind(manifests, "Deployment").map(({ spec }) => spec.template.metadata.labels);
      const chosen = (selector) =>
        pods
          .filter((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value))
          .map((labels) => labels["app.kubernetes.io/component"]);
      for (const { metadata, spec } of ofKind(manifests, "Service"))
        expect(chosen(spec.selector), metadata.name).toEqual(
          metadata.name.endsWith("metrics") ? ["api", "worker"] : ["api"],
        );
      for (const { metadata, spec } of [
        ...ofKind(manifests, "PodDisruptionBudget"),
        ...ofKind(manifests, "Deployment"),
      ])
        expect(chosen(spec.selector.matchLabels)).toEqual([metadata.labels["app.kubernetes.io/component"]]);
    }
  });

  it("scale by metrics that Parley has", () => {
    const registry = new Registry();
    // Gauges read their arguments only when metrics are collected, and this test collects none.
    addGauges(registry, { db: { pool: {} } });
    addWaitingGauges(registry, {});
    const metrics = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    const hpas = ofKind(cases.all.manifests, "HorizontalPodAutoscaler").flatMap(({ spec }) => spec.metrics);
    const asked = hpas
      .flatMap(({ pods, external }) => [pods, external])
      .flatMap((each) => (each ? [each.metric.name] : []));
    expect(asked).toEqual(["parley_streams_open", "parley_jobs_oldest_seconds"]);
    const queries = ofKind(cases.keda.manifests, "ScaledObject").flatMap(({ spec }) =>
      spec.triggers.map(({ metadata }) => metadata.query),
    );
    const adapter = parse(readFileSync(inProject("ops/helm/prometheus-adapter.yaml"), "utf8")).rules;
    const rules = [...adapter.custom, ...adapter.external];
    expect(rules.map(({ name }) => name.matches)).toEqual(asked);
    const used = [...queries, ...rules.map(({ seriesQuery }) => seriesQuery)]
      .flatMap((query) => usesOf(query))
      .map(({ name }) => name);
    expect([...new Set(used)].sort()).toEqual([...asked].sort());
    for (const name of used) expect(metrics.has(name), name).toBe(true);
  });
});
