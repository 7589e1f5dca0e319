import type { TenantDeps } from "../../tenants/deps.ts";

const rules = { provider: "extractive", model: "" } as const;

/** An installation without any model: the built-in answerer alone. */
export const builtInModels: Pick<TenantDeps, "modelProviders" | "usualModels" | "graderFor"> = {
  modelProviders: ["extractive"],
  usualModels: { contextualize: rules, generate: rules, grade: rules, summarize: rules },
  graderFor: () => "extractive-3",
};
