import type { RequestHandler } from "express";
import { z } from "zod";
import { errorBodySchema } from "../../../protocol/errors.ts";
import { adminOperations } from "./admin-operations.ts";
import { chatOperations } from "./chat-operations.ts";
import type { Operation } from "./operation.ts";
import { serviceOperations } from "./service-operations.ts";

type Json = Record<string, unknown>;

export const operations: readonly Operation[] = [...chatOperations, ...adminOperations, ...serviceOperations];

/** `GET /openapi.json`. */
export function openApiRoute(publicUrl: string): RequestHandler {
  // Hardly anybody asks for it, and making it takes a tenth of the time until the server listens.
  let document: Json | undefined;
  return (_request, response) => {
    document ??= buildDocument(publicUrl);
    response.json(document);
  };
}

/** The API as an OpenAPI 3.1 document, made from the schemas that also check the requests. */
function buildDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version: "1",
      description: "Chat API for visitors and admin API for agents and programs.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: toSchema(errorBodySchema) },
      securitySchemes: {
        visitor: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "Session token from `init`." },
        apiKey: { type: "http", scheme: "bearer", description: "API key of a tenant, `pk_...`." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "parley.session_token",
          description: "Set by signing in to the console.",
        },
      },
    },
  };
}

const security: Record<Operation["auth"], Json[]> = {
  none: [],
  visitor: [{ visitor: [] }],
  agent: [{ apiKey: [] }, { cookie: [] }],
};

function describe(operation: Operation): Json {
  const { summary, tag, auth, body, upload, status = 200 } = operation;
  const parameters = [...pathParameters(operation.path), ...queryParameters(operation.query)];
  return {
    summary,
    tags: [tag],
    security: security[auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...((body ?? upload) ? { requestBody: { required: true, content: bodyOf(operation) } } : {}),
    responses: {
      [status]: { description: "Done", ...contentOf(operation) },
      default: {
        description: "Refused or failed",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function bodyOf({ body, upload }: Operation): Json {
  const files = { type: "array", items: { type: "string", format: "binary" } };
  const fields = upload ? toSchema(upload) : {};
  const properties = { ...(fields["properties"] as Json | undefined), file: files }; // toSchema of an object has them
  return {
    ...(body ? { "application/json": { schema: toSchema(body) } } : {}),
    ...(upload ? { "multipart/form-data": { schema: { type: "object", properties, required: ["file"] } } } : {}),
  };
}

function contentOf({ answer, stream, bytes }: Operation): Json {
  if (bytes) return { content: { "*/*": { schema: { type: "string", format: "binary" } } } };
  if (stream)
    return {
      content: {
        "text/event-stream": {
          schema: { type: "string", description: "Frames whose `data` is one JSON object of `x-event`." },
          "x-event": toSchema(stream),
        },
      },
    };
  return answer ? { content: { "application/json": { schema: toSchema(answer) } } } : {};
}

function pathParameters(path: string): Json[] {
  const names = path.split("/").filter((part) => part.startsWith(":"));
  return names.map((name) => ({
    name: name.slice(1),
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    // Every field of a query schema is a zod type; the shape is typed more loosely.
    schema: toSchema(schema as z.ZodType),
  }));
}

/** What a client sends or reads: transforms and brands are the server's own business. */
function toSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}
