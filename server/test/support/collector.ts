import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(attributeSchema).default([]),
              status: z.object({ code: z.number().optional() }).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A received span. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** An OpenTelemetry collector that stores all spans (OTLP over HTTP, JSON). */
export interface Collector extends AsyncDisposable {
  url: string;
  spans: Span[];
  /** Received bodies and headers, unparsed. */
  raw: string[];
  /** Resource attributes of the sender. */
  resource: Record<string, unknown>;
}

export async function startCollector(): Promise<Collector> {
  const kept: Omit<Collector, "url" | typeof Symbol.asyncDispose> = { spans: [], raw: [], resource: {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    kept.raw.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
    for (const { resource, scopeSpans } of bodySchema.parse(JSON.parse(body)).resourceSpans) {
      kept.resource = valuesOf(resource.attributes);
      for (const { attributes, status, parentSpanId, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        kept.spans.push({
          ...span,
          parentSpanId: parentSpanId || undefined,
          attributes: valuesOf(attributes),
          failed: status.code === 2,
        });
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(kept, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on a port, so it is no pipe
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function valuesOf(attributes: z.infer<typeof attributeSchema>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
