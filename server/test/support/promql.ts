import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { projectRoot } from "../../core/project-root.ts";

/** Use of one metric in a query: its name, the labels it is selected by, and the labels it is grouped by. */
export interface MetricUse {
  name: string;
  labels: string[];
}

type Tree = ReturnType<typeof parser.parse>;
type Node = Tree["topNode"];

/** The metrics that a query reads, with their labels. @throws Error for invalid PromQL. */
export function usesOf(query: string): MetricUse[] {
  const tree = parser.parse(query);
  const uses: MetricUse[] = [];
  const grouped: string[] = [];
  const textOf = (node: Node) => query.slice(node.from, node.to);
  tree.iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${query}`);
      if (type.name === "GroupingLabels") grouped.push(...namesIn(node, textOf));
      if (type.name === "VectorSelector") uses.push(selectorOf(node, textOf));
    },
  });
  return uses.map(({ name, labels }) => ({ name, labels: [...labels, ...grouped] }));
}

function selectorOf(node: Node, textOf: (node: Node) => string): MetricUse {
  const name = node.getChild("Identifier");
  const matchers = node.getChild("LabelMatchers");
  return { name: name ? textOf(name) : "", labels: matchers ? namesIn(matchers, textOf) : [] };
}

function namesIn(node: Node, textOf: (node: Node) => string): string[] {
  const names: string[] = [];
  node.cursor().iterate((inner) => {
    if (inner.name === "LabelName") names.push(textOf(inner.node));
  });
  return names;
}

const alertsSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(["warning", "critical"]) }),
          annotations: z.strictObject({ summary: z.string().min(10) }),
        }),
      ),
    }),
  ),
});

/** The rules of `ops/prometheus/alerts.yaml`. */
export async function readAlerts() {
  const text = await readFile(join(projectRoot, "ops/prometheus/alerts.yaml"), "utf8");
  return alertsSchema.parse(parseYaml(text)).groups.flatMap(({ rules }) => rules);
}

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** The queries of the Grafana dashboard, with Grafana's own variables replaced. */
export async function readDashboard(): Promise<{ title: string; expr: string }[]> {
  const text = await readFile(join(projectRoot, "ops/grafana/parley.json"), "utf8");
  return dashboardSchema.parse(JSON.parse(text)).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      title,
      expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$job", "parley"),
    })),
  );
}
