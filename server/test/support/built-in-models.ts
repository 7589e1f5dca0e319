import type { TenantDeps } from "../../accounts/tenants/deps.ts";

const rules = { provider: "extractive", model: "" } as const;

/** An installation without models and open streams: only the built-in answerer. */
export const builtInModels: Pick<TenantDeps, "modelProviders" | "usualModels" | "graderFor" | "recheckStreams"> = {
  modelProviders: ["extractive"],
  usualModels: { contextualize: rules, generate: rules, grade: rules, summarize: rules },
  graderFor: () => "extractive-3",
  recheckStreams: async () => {},
};
