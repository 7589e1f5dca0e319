import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { Config } from "./config-shape.ts";
import { headersOf, optionalText, optionalUrl } from "./config-values.ts";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** `name=value,name=value`, values percent-encoded. */
const pairs = optionalText.transform((value, context) => {
  try {
    return headersOf(value ?? "");
  } catch {
    context.addIssue({ code: "custom", message: "must be name=value,name=value, percent-encoded" });
    return z.NEVER;
  }
});

/** Addresses and networks, separated by commas. */
const callers = optionalText.transform((value, context) => {
  const list = (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (list.some((part) => !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part)))
    context.addIssue({
      code: "custom",
      message: "must be a list of addresses and networks such as 10.0.0.7,10.1.0.0/16",
    });
  return list;
});

/** OpenTelemetry's own settings by their own names, and one of ours. */
export const telemetrySettings = {
  OTEL_SDK_DISABLED: optionalText,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: optionalText,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.preprocess(blankAsMissing, z.enum(samplers).default("parentbased_always_on")),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(blankAsMissing, z.coerce.number().min(0).max(1).default(1)),
  TRACE_TRUSTED_CALLERS: callers,
};

function blankAsMissing(value: unknown): unknown {
  return value === "" ? undefined : value;
}

/** Where traces go; undefined: nowhere. */
export function telemetryOf(env: z.infer<z.ZodObject<typeof telemetrySettings>>): Config["telemetry"] {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url || env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return undefined;
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME ?? "parley",
    resource: env.OTEL_RESOURCE_ATTRIBUTES,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    trustedCallers: env.TRACE_TRUSTED_CALLERS,
  };
}
