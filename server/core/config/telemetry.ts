import ipaddr from "ipaddr.js";
import { z } from "zod";
import { setting } from "./about.ts";
import { headersOf, logLevels, longSecret, milliseconds, optionalText, optionalUrl } from "./values.ts";

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

/** Comma-separated addresses and networks. */
const callers = optionalText.transform((value, context) => {
  const list = (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (list.some((part) => !ipaddr.isValid(part) && !ipaddr.isValidCIDR(part)))
    context.addIssue({
      code: "custom",
      message: "must be a list of addresses and networks, for example 10.0.0.7,10.1.0.0/16",
    });
  return list;
});

const watching = { group: "watching" } as const;

/** Settings for logs, metrics and traces. Trace settings use OpenTelemetry's own names, plus one of ours. */
export const watchingSettings = {
  LOG_LEVEL: setting(logLevels, {
    ...watching,
    text: "The log level, for all loggers or by logger.",
    unset: "`info`; only warnings and errors when `npm start` runs in a terminal",
    allowed: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
    example: "info,turns=debug",
  }),
  SLOW_QUERY_MS: setting(milliseconds.default(1_000), {
    ...watching,
    text: "Parley logs database statements slower than this as [slow](monitoring.md), in milliseconds. `0` turns this off.",
  }),
  SLOW_TURN_MS: setting(milliseconds.default(15_000), {
    ...watching,
    text: "Parley logs turns slower than this as slow, in milliseconds. `0` turns this off.",
  }),
  METRICS_PORT: setting(z.preprocess(blankAsMissing, z.coerce.number().int().min(0).max(65_535).optional()), {
    ...watching,
    text: "A separate port for [metrics](monitoring.md).",
    unset: "`/metrics` on `PORT`",
    allowed: "0 to 65535",
    example: "9464",
  }),
  METRICS_TOKEN: setting(longSecret, {
    ...watching,
    text: "The bearer token that Prometheus sends to read the metrics.",
    unset: "only this machine can read the metrics",
    allowed: "16 characters or more",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(optionalUrl, {
    ...watching,
    text: "The address of an OpenTelemetry collector for [traces](monitoring.md).",
    unset: "no traces are sent",
    example: "http://127.0.0.1:4318",
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(optionalUrl, {
    ...watching,
    text: "The full address for spans, if it is not `<endpoint>/v1/traces`.",
    unset: "`<endpoint>/v1/traces`",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(pairs, {
    ...watching,
    text: "Headers to send to the collector, as `name=value,name=value`.",
    example: "api-key=secret",
  }),
  OTEL_SERVICE_NAME: setting(optionalText, {
    ...watching,
    text: "The service name in traces.",
    unset: "`parley`",
  }),
  OTEL_RESOURCE_ATTRIBUTES: setting(pairs, {
    ...watching,
    text: "Additional resource attributes of this process, as `name=value,name=value`.",
    example: "deployment.environment.name=production",
  }),
  OTEL_TRACES_SAMPLER: setting(z.preprocess(blankAsMissing, z.enum(samplers).default("parentbased_always_on")), {
    ...watching,
    text: "The sampler, which decides which traces are sent.",
    allowed: "`always_on`, `always_off`, `traceidratio`, or one of the three with the prefix `parentbased_`",
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(z.preprocess(blankAsMissing, z.coerce.number().min(0).max(1).default(1)), {
    ...watching,
    text: "The share of traces for `traceidratio`.",
    allowed: "0 to 1",
    example: "0.1",
  }),
  OTEL_SDK_DISABLED: setting(optionalText, { ...watching, text: "`true` turns traces off.", example: "true" }),
  TRACE_TRUSTED_CALLERS: setting(callers, {
    ...watching,
    text: "Addresses and networks whose `traceparent` headers Parley continues.",
    unset: "no callers are trusted",
    example: "10.0.0.7,10.1.0.0/16",
  }),
};

function blankAsMissing(value: unknown): unknown {
  return value === "" ? undefined : value;
}

/** Trace export; undefined: none. */
export function telemetryOf(env: z.infer<z.ZodObject<typeof watchingSettings>>) {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, "");
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
