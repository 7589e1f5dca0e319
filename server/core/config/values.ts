import { isIP } from "node:net";
import { z } from "zod";
import { logLevelNames, readLogLevels } from "../log-levels.ts";
import { parseUrl } from "../text/parse-url.ts";

/** Optional text; blank counts as missing. */
export const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));

export const optionalUrl = optionalText.refine((value) => value === undefined || parseUrl(value) !== null, {
  message:
    "must be a URL. Write the signs @ : / # ? % of a user or password percent-encoded (@ is %40, # is %23, % is %25)",
});

/** Address without a path. */
export const publicAddress = optionalUrl.refine(
  (value) => {
    const url = value === undefined ? null : parseUrl(value);
    return (
      url === null || (/^https?:$/.test(url.protocol) && /^\/*$/.test(url.pathname) && url.search + url.hash === "")
    );
  },
  {
    message:
      "must be http:// or https:// and a host, without a path. Parley needs a host name of its own, such as https://support.example.com, and cannot run below a path",
  },
);

/** A secret that another system sends to authenticate; too long to guess. */
export const longSecret = optionalText.refine((value) => value === undefined || value.length >= 16, {
  message: "must have 16 characters or more",
});

/** Comma-separated host names or addresses, without ports. */
export const hostList = optionalText.transform((value, context) => {
  const hosts = (value ?? "")
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  if (
    hosts.some(
      (host) => !/^[\w.:-]+$/.test(host) || parseUrl(`http://${host.includes(":") ? `[${host}]` : host}`) === null,
    )
  )
    context.addIssue({
      code: "custom",
      message: "must be a list of host names or addresses, for example crm.internal,10.0.0.7",
    });
  return hosts;
});

/** More proxies in a row than this are not a realistic setup: the client itself could add that many addresses. */
const maxProxies = 10;
/** Network names that Express knows. */
const namedNetworks = ["loopback", "linklocal", "uniquelocal"];

/**
 * Proxies whose forwarded headers are trusted. Not all: otherwise each client could choose its address, and limits by address would have no
 * effect.
 */
export const trustedProxies = z
  .string()
  .default("")
  .transform((value) => value.trim())
  .refine((value) => ["", "false"].includes(value) || isProxyCount(value) || value.split(",").every(isProxyNetwork), {
    message: `must be false, the number of proxies in front of Parley (1 to ${maxProxies}), or a list of their addresses and networks, for example loopback,10.0.0.0/8. true is not allowed, because it lets every client choose its address`,
  });

function isProxyCount(value: string): boolean {
  return /^\d{1,2}$/.test(value) && Number(value) <= maxProxies;
}

function isProxyNetwork(given: string): boolean {
  const [address = "", bits, ...more] = given.trim().split("/");
  if (namedNetworks.includes(given.trim())) return true;
  const family = isIP(address);
  if (bits === undefined) return family !== 0;
  // The largest private networks are 10.0.0.0/8 and fc00::/7.
  return (
    family !== 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) >= 7 &&
    Number(bits) <= (family === 4 ? 32 : 128) &&
    more.length === 0
  );
}

/** Log levels, in general and per module. */
export const logLevels = z
  .string()
  .optional()
  .refine((value) => value === undefined || readLogLevels(value) !== undefined, {
    message: `must be a level (${logLevelNames.join(", ")}) or a list of levels by logger, for example info,turns=debug`,
  });

/** A duration in ms; 0: never. */
export const milliseconds = z.coerce.number().int().min(0).max(600_000);

/** Calls per minute; 0: unlimited. */
export const perMinute = z.coerce.number().int().min(0).max(1_000_000);

/** The newest Azure API version that is not a preview and supports a response format. */
const azureApiVersion = "2024-10-21";
export const azureVersion = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/, { message: "must be a version, for example 2024-10-21" })
  .default(azureApiVersion);

/** Embedding models that run on this machine; the first is the default. Vectors of different models are not comparable. */
export const localEmbeddingModels = ["minilm-l6-v2", "minilm-l6-v2-int8"] as const;

/** The problem with the name of a local model; null when there is none. */
export function unknownLocalModel({ provider, model }: { provider: string; model: string | undefined }): string | null {
  if (provider !== "local" || model === undefined || localEmbeddingModels.some((name) => name === model)) return null;
  return `EMBEDDING_MODEL=${model} is not a local model. Use ${localEmbeddingModels.join(" or ")}, or set EMBEDDING_PROVIDER for other models`;
}

const fallbackProviders = ["openai", "azure", "anthropic", "ollama", "extractive"] as const;

/** Comma-separated `provider` or `provider:model`. */
export const modelFallback = optionalText.transform((value, context) => {
  return (value ?? "").split(",").flatMap((entry, index, all) => {
    const [name = "", ...rest] = entry.trim().split(":");
    if (name === "" && all.length === 1) return [];
    const provider = fallbackProviders.find((known) => known === name);
    const model = rest.join(":").trim() || undefined;
    if (!provider || (provider === "extractive" && (model !== undefined || index < all.length - 1))) {
      context.addIssue({
        code: "custom",
        message: `must be a list of ${fallbackProviders.join(", ")}, for example anthropic:claude-haiku-4-5,extractive. extractive has no model and must be last`,
      });
      return [];
    }
    return [{ provider, model }];
  });
});

/** `provider:model`; not `extractive`, whose rules cannot read pictures. */
export const visionModel = optionalText.transform((value, context) => {
  if (value === undefined) return undefined;
  const [name = "", ...rest] = value.split(":");
  const provider = fallbackProviders.find((known) => known === name.trim());
  const model = rest.join(":").trim();
  if (provider !== undefined && provider !== "extractive" && model !== "") return { provider, model };
  context.addIssue({ code: "custom", message: "must be a provider and a model, for example openai:gpt-4o-mini" });
  return z.NEVER;
});

/** `model=input/output` or `model=input/cached/output`, in dollars per million tokens, separated by commas. */
export const modelPrices = optionalText.transform((value, context) => {
  const prices = new Map<string, { input: number; cached: number; output: number }>();
  for (const entry of (value ?? "").split(",").filter((part) => part.trim() !== "")) {
    const equals = entry.lastIndexOf("=");
    const model = entry.slice(0, equals).trim();
    const parts = entry.slice(equals + 1).split("/");
    const figures = parts.map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
    const [input = Number.NaN, second = Number.NaN, third = second] = figures;
    if (model === "" || parts.length < 2 || parts.length > 3 || !figures.every((figure) => figure >= 0)) {
      context.addIssue({
        code: "custom",
        message:
          "must be model=input/output or model=input/cached/output in US dollars per million tokens, for example my-model=0.5/1.5",
      });
      break;
    }
    const cached = parts.length === 3 ? second : input;
    // Dollars per million tokens equal micro-dollars per token; stored per million tokens so that fractions stay exact.
    prices.set(model, { input: input * 1e6, cached: cached * 1e6, output: third * 1e6 });
  }
  return prices;
});

/** Context sizes by model. */
export const contextTokens = optionalText.transform((value, context) => {
  const sizes = new Map<string, number>();
  for (const entry of (value ?? "").split(",").filter((part) => part.trim() !== "")) {
    const equals = entry.lastIndexOf("=");
    const [model, tokens] = [entry.slice(0, equals).trim(), Number(entry.slice(equals + 1))];
    if (model !== "" && Number.isInteger(tokens) && tokens >= 1_024) sizes.set(model, tokens);
    else
      context.addIssue({ code: "custom", message: "must be model=tokens, at least 1024, for example llama3.1=32768" });
  }
  return sizes;
});

/** The URL of an Azure OpenAI resource, also when more of a request's URL was copied. */
export const azureEndpoint = optionalText.transform((value, context) => {
  if (value === undefined) return undefined;
  const url = parseUrl(value);
  if (url !== null && /^https?:$/.test(url.protocol))
    return `${url.origin}${url.pathname.replace(/\/openai(?:\/[\s\S]*)?$/, "").replace(/(?<!\/)\/+$/, "")}`;
  context.addIssue({ code: "custom", message: "must be a URL, for example https://my-resource.openai.azure.com" });
  return undefined;
});

/** OpenTelemetry's format: `name=value,name=value`, values percent-encoded. */
export function headersOf(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.flatMap(([name = "", ...value]) =>
      name.trim() === "" ? [] : [[name.trim(), decodeURIComponent(value.join("=").trim())]],
    ),
  );
}

/** Shortest allowed secret for HS256 signatures, in bytes (RFC 7518 section 3.2). */
const minSecretBytes = 32;

/** `kid:secret` pairs separated by commas. */
export const sessionSecrets = optionalText.transform((value, context) => {
  if (value === undefined) return undefined;
  return value.split(",").map((pair) => {
    const colon = pair.indexOf(":");
    const kid = pair.slice(0, colon).trim();
    const secret = pair.slice(colon + 1).trim();
    if (colon < 1 || !/^[A-Za-z0-9._-]{1,64}$/.test(kid) || Buffer.byteLength(secret) < minSecretBytes) {
      context.addIssue({
        code: "custom",
        message: `must be kid:secret pairs separated by commas, each secret at least ${minSecretBytes} bytes`,
      });
    }
    return { kid, secret };
  });
});
