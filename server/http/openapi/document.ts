import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Auth, Route, Tag } from "../../../protocol/route.ts";
import { allRoutes } from "../../../protocol/routes/all.ts";
import { exampleOf, streamExample } from "./example-of.ts";
import { parametersOf } from "./parameters.ts";
import { refusalsOf, sharedRefusals } from "./refusals.ts";
import { type Json, namedSchemas, toSchema } from "./schemas.ts";

/** Creates the document on first use: few callers need it, and it would take a tenth of the start time. */
export function openApiReader(publicUrl: string): () => OpenApi {
  let document: OpenApi | undefined;
  return () => (document ??= buildDocument(publicUrl));
}

type OpenApi = Json & { openapi: string };

/** The API as an OpenAPI 3.1 document, generated from the route declarations. */
export function buildDocument(publicUrl: string): OpenApi {
  const paths: Record<string, Json> = {};
  for (const route of allRoutes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version: "1",
      summary: "Chat API for visitors, admin API for agents and programs.",
      description:
        "Request and response bodies are JSON in UTF-8; streams are server-sent events. Unknown fields are rejected. All errors have one format with a stable `code`. Read more in the [guide to the HTTP API](/docs/guide/http-api).",
      contact: { name: "Parley's documentation", url: `${publicUrl}/docs/guide` },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl, description: "This installation" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: namedSchemas(), responses: sharedRefusals(), securitySchemes },
  };
}

const securitySchemes = {
  visitor: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A visitor's session token from `POST /api/v1/chat/init`. It is valid for one ticket.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "A tenant's API key, `pk_...`. Its role determines its rights.",
  },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "parley.session_token",
    description: "Set when you sign in to the console. Changes are accepted from the console's own pages only.",
  },
  mail: {
    type: "http",
    scheme: "bearer",
    description: "`INBOUND_MAIL_SECRET`, for the e-mail provider that forwards incoming e-mails.",
  },
  emailPassword: {
    type: "http",
    scheme: "basic",
    description: "`INBOUND_MAIL_SECRET` as the password, with any user name.",
  },
};

const security: Record<Auth, Json[]> = {
  none: [],
  visitor: [{ visitor: [] }],
  agent: [{ apiKey: [] }, { cookie: [] }],
  person: [{ cookie: [] }],
  mail: [{ mail: [] }, { emailPassword: [] }],
};

function describe(route: Route): Json {
  const { id, summary, description, tag, auth, role, status = 200 } = route;
  const parameters = parametersOf(route);
  const content = requestOf(route);
  return {
    operationId: id,
    summary,
    description: role === undefined ? description : `${description} Requires the ${role} role${above[role] ?? ""}.`,
    tags: [tag],
    security: security[auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: !isNothing(route), content } } : {}),
    responses: {
      [status]: { description: answerIn(route), ...contentOf(route) },
      ...refusalsOf(route),
    },
  };
}

const above: Record<string, string> = { agent: " or above", manager: " or above" };

function isNothing({ body }: Route): boolean {
  return body?.safeParse(undefined).success ?? false;
}

function requestOf({ auth, body, example, upload }: Route): Json | null {
  if (auth === "mail") return emailBodies;
  if (!body && !upload) return null;
  return {
    ...(body ? { "application/json": { schema: toSchema(body), example: example ?? exampleOf(body) } } : {}),
    ...(upload ? { "multipart/form-data": { schema: withFiles(toSchema(upload)) } } : {}),
  };
}

function withFiles(fields: Json): Json {
  const files = { type: "array", items: { type: "string", format: "binary" }, description: "One or more files." };
  const required = [...((fields["required"] as string[] | undefined) ?? []), "file"]; // as JSON Schema has it
  return { ...fields, properties: { ...(fields["properties"] as Json | undefined), file: files }, required };
}

const emailBodies = {
  "message/rfc822": { schema: { type: "string", format: "binary", description: "The raw e-mail." } },
  "multipart/form-data": { schema: { type: "object", description: "The form data of a provider." } },
  "application/json": { schema: { type: "object", description: "The JSON of a provider." } },
};

function answerIn({ stream, bytes, text, status = 200 }: Route): string {
  if (stream) return "Server-sent events until the turn or the connection ends.";
  if (bytes) return "The file.";
  if (text) return "The text.";
  return (
    { 201: "Created.", 202: "Accepted; processing continues in the background.", 302: "Redirects to the console." }[
      status
    ] ?? "OK."
  );
}

function contentOf({ response = okResponseSchema, status, stream, bytes, text }: Route): Json {
  if (bytes) return { content: { [bytes]: { schema: { type: "string", format: "binary" } } } };
  if (text) return { content: { [text]: { schema: { type: "string" } } } };
  if (stream) {
    const schema = { type: "string", description: "Frames whose `data` is one JSON object of `x-event`." };
    return {
      content: { "text/event-stream": { schema, "x-event": toSchema(stream), example: streamExample(stream) } },
    };
  }
  if (status === 302) return {};
  return { content: { "application/json": { schema: toSchema(response), example: exampleOf(response) } } };
}

/** Descriptions of the groups of routes. */
const tags: Record<Tag, string> = {
  chat: "For the chat on your pages: start a session, send messages and follow the ticket. Requires the session token from `POST /api/v1/chat/init`.",
  desk: "For agents: read, answer and organize tickets. Requires an API key or a signed-in user.",
  copilot:
    "The copilot for agents and knowledge managers: summarize, answer, compare and audit documents of the library. Conversations are private to their user.",
  playground:
    "Test the assistant without a visitor: see every step of an answer, and ask the same question again with other drafts. Runs are private to their user.",
  analytics: "Figures over time, CSV downloads, and the tickets behind each figure.",
  library: "The assistant's knowledge: documents, sets, snippets, gaps, search and the answer cache.",
  settings: "The tenant's configuration: settings, confidence, domains, API keys and the audit log.",
  data: "Retention, export and erasure.",
  people: "The tenant's people, and each person's own account.",
  webhooks: "Events for the tenant's own systems, and their deliveries.",
  tools: "Systems that the assistant may read from and make changes in, and the log of every call.",
  "sign-in": "Sign in to the console. Programs use API keys instead.",
  service: "For operators, monitoring and the e-mail provider.",
};
