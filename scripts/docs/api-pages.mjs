import { buildDocument } from "../../server/http/openapi/document.ts";
import { curlOf } from "./api-curl.mjs";
import { fieldRows, linkToSchema, schemaName, schemaPage } from "./api-schemas.mjs";

/** The server address in the guide's examples. */
const server = "https://support.example.com";
const titles = {
  chat: "Chat",
  desk: "Desk",
  copilot: "Copilot",
  playground: "Playground",
  analytics: "Analytics",
  library: "Library",
  settings: "Settings",
  data: "Data",
  people: "People",
  webhooks: "Webhooks",
  tools: "Tools",
  "sign-in": "Sign-in",
  service: "Service",
};

/** Generates the pages of `/docs/api` from the OpenAPI document: an index, one page for each tag, and one for the shared schemas. */
export function apiPages() {
  const document = buildDocument(server);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    title: titles[name] ?? name,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }));
  return [
    { path: "api/README", markdown: indexPage(groups) },
    ...groups.map((group) => ({ path: `api/${group.name}`, markdown: groupPage(group, document) })),
    { path: "api/schemas", markdown: schemaPage(document) },
  ];
}

function indexPage(groups) {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const lists = groups.map(({ name, title, description, operations }) => {
    const rows = operations.map(
      ({ method, path, summary, operationId }) =>
        `| \`${method}\` | [\`${path}\`](${name}.md#${titleOf(operationId).toLowerCase().replaceAll(" ", "-")}) | ${cell(summary)} |`,
    );
    return `## ${title}\n\n${description}\n\n| method | path | purpose |\n| --- | --- | --- |\n${rows.join("\n")}`;
  });
  return `# HTTP API: every operation

All ${count} operations of Parley's HTTP API, generated from the schemas that validate the requests. The machine-readable OpenAPI document is at [\`/openapi.json\`](http://localhost:8787/openapi.json). For authentication, paging and errors, read the [introduction](../guide/http-api.md).

${lists.join("\n\n")}
`;
}

function groupPage({ title, description, operations }, document) {
  return `# HTTP API: ${title}\n\n${description}\n\n${operations.map((operation) => operationPart(operation, document)).join("\n\n")}\n`;
}

/** Turns `takeTicket` into words, so that the search finds it. */
function titleOf(operationId) {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}

function operationPart(operation, document) {
  const { operationId, method, path, summary, description } = operation;
  const parts = [
    `## ${titleOf(operationId)}`,
    `**${summary}**`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    description,
    credentials(operation.security),
    parameters(operation.parameters ?? []),
    body(operation, document),
    `\`\`\`sh\n${curlOf(operation, server)}\n\`\`\``,
    answers(operation, document),
  ];
  return parts.filter(Boolean).join("\n\n");
}

const shown = {
  visitor: "a visitor's session token",
  apiKey: "an API key",
  cookie: "the session cookie of the console",
  mail: "`INBOUND_MAIL_SECRET` as a bearer token",
  emailPassword: "`INBOUND_MAIL_SECRET` as a password",
};

function credentials(security) {
  if (security.length === 0) return "Credentials: none.";
  return `Credentials: ${security.map((scheme) => shown[Object.keys(scheme)[0]]).join(" or ")}.`;
}

function parameters(list) {
  if (list.length === 0) return null;
  const rows = list.map(
    ({ name, in: place, required, description, schema }) =>
      `| \`${name}\` | ${place}${required ? "" : ", optional"} | ${cell(description)}${allowed(schema)} |`,
  );
  return `| parameter | where | meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function allowed({ enum: values, minimum, maximum }) {
  if (values) return ` One of ${values.map((value) => `\`${value}\``).join(", ")}.`;
  return minimum !== undefined && maximum !== undefined ? ` From ${minimum} to ${maximum}.` : "";
}

function body({ requestBody }, document) {
  if (!requestBody) return null;
  const parts = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const rows = fieldRows(schema, document);
    const head = `Body, \`${type}\`${requestBody.required ? "" : ", optional"}`;
    return rows === null ? `${head}${schema.description ? `: ${schema.description}` : "."}` : `${head}:\n\n${rows}`;
  });
  return parts.join("\n\n");
}

function answers({ responses }, document) {
  const lines = Object.entries(responses).map(([status, response]) => {
    const { description, content } = resolve(response, document);
    const name = schemaName(content?.["application/json"]?.schema);
    const link = name !== null && name !== "Error" ? ` ${linkToSchema(name)}` : "";
    return `- \`${status}\`: ${description}${link}`;
  });
  return [`Responses:\n\n${lines.join("\n")}`, example(responses)].filter(Boolean).join("\n\n");
}

/** The example of a successful response. An example on the page of schemas is not repeated. */
function example(responses) {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const [[type, content] = []] = Object.entries(good?.content ?? {});
  if (content?.example === undefined || schemaName(content.schema) !== null) return null;
  if (type === "text/event-stream") return `\`\`\`\n${content.example.trimEnd()}\n\`\`\``;
  return `\`\`\`json\n${JSON.stringify(content.example, null, 2)}\n\`\`\``;
}

function resolve(response, { components }) {
  return response.$ref ? components.responses[response.$ref.split("/").at(-1)] : response;
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}
