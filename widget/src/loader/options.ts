import type { Look } from "../panel-contract.ts";

export interface LoaderOptions {
  tenantId: string;
  apiUrl: string;
  language: string | undefined;
  look: Look;
}

/** Reads the script tag. Nothing without a tenant: then there is no widget to add. */
export function readOptions(script: { src: string; dataset: DOMStringMap }): LoaderOptions | undefined {
  const { tenant, api, lang, accent, position, mode } = script.dataset;
  if (!tenant) return undefined;
  return {
    tenantId: tenant.trim(),
    apiUrl: (api ?? new URL(script.src).origin).trim(),
    language: lang,
    look: { accent, position: oneOf(position, ["left", "right"]), mode: oneOf(mode, ["auto", "light", "dark"]) },
  };
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
