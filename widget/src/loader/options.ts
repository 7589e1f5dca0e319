import type { Look } from "../panel/contract.ts";

export interface LoaderOptions {
  tenantId: string;
  /** A function, because parsing an address takes time that the launcher need not wait for. */
  apiUrl: () => string;
  language: string | undefined;
  look: Look;
}

/** Reads the script tag. Undefined without a tenant: then there is no widget to add. */
export function readOptions(script: { src: string; dataset: DOMStringMap }): LoaderOptions | undefined {
  const { src, dataset } = script;
  const { api, lang, accent, position, mode } = dataset;
  const tenantId = dataset["tenant"]?.trim();
  if (!tenantId) return undefined;
  return {
    tenantId,
    apiUrl: () => (api ?? new URL(src).origin).trim(),
    language: lang,
    look: { accent, position: oneOf(position, ["left", "right"]), mode: oneOf(mode, ["auto", "light", "dark"]) },
  };
}

/** The language of the page, unless the script tag names another. */
export function languageOf({ language }: LoaderOptions): string {
  return (language ?? document.documentElement.lang) || navigator.language;
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
