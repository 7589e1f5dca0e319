import { z } from "zod";
import type { Route } from "../../../protocol/route.ts";
import { releaseParameters } from "./change-examples.ts";
import { type Json, toSchema } from "./schemas.ts";
import { toolParameters } from "./tool-examples.ts";

interface Said {
  text: string;
  schema?: Json;
  example: string | number;
}

const uuid = { type: "string", format: "uuid" };
const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a11";

/** Path parameters by name; the meaning of `id` depends on the preceding part. */
const inPath: Record<string, Said> = {
  address: {
    text: "The picture's key, from the `avatar_url` of a message.",
    schema: { type: "string" },
    example: "q3Rk0pXw",
  },
  attachment: { text: "The id of a file of the ticket.", example: id },
  document: { text: "The id of a document of the release.", example: id },
  ticket: { text: "The id of the other ticket.", example: id },
  confirmation: { text: "The id of a pending change.", example: id },
  delivery: { text: "The id of a delivery.", example: id },
  version: { text: "The number of a document version.", schema: { type: "integer", minimum: 1 }, example: 2 },
  name: { text: "The name of a set.", schema: { type: "string" }, example: "Handbook" },
};

/** Entity of `:id`, by the preceding part of the path. */
const kinds: Record<string, string> = {
  tickets: "a ticket",
  confirmations: "a pending change",
  articles: "a public document, as in a citation",
  attachments: "a file of the ticket",
  documents: "a document",
  jobs: "a job",
  sites: "a sitemap",
  snippets: "a snippet",
  gaps: "a gap",
  releases: "a release",
  "regression-questions": "a test question",
  keys: "an API key",
  webhooks: "a webhook",
  connections: "a connection",
  tools: "a tool",
  calls: "a call",
  erasures: "an erasure",
  people: "a person of the tenant",
  invitations: "an invitation",
  sessions: "one of the caller's own sessions",
  passkeys: "one of the caller's own passkeys",
  visitors: "a visitor",
  memories: "a memory",
  conversations: "a copilot conversation",
  runs: "a playground run",
  labels: "a label",
  views: "a saved view",
  "canned-replies": "a canned reply",
};

/** Query parameters by name, or by operation and name when a name has several meanings. */
const inQuery: Record<string, string> = {
  ...toolParameters,
  ...releaseParameters,
  cursor: "The `next_cursor` of the previous page. Leave it out for the first page.",
  limit: "The maximum number of items per page.",
  "followTicket.ticket": "A stream ticket, instead of the session token.",
  "followTicket.token": "The session token, if you cannot send a header.",
  last_event_id: "The cursor to continue from, if you cannot send the `Last-Event-ID` header.",
  until: "`now`: end the stream after the events so far, instead of following live.",
  q: "The search text.",
  archived: "`true`: list archived conversations.",
  "searchArticles.q": "The text typed so far.",
  "searchKnowledge.q": "The question.",
  all: "`true`: include outdated memories.",
  "listTickets.q": "Words of messages, names, addresses, or a ticket number.",
  passage: "The id of a passage from a citation: return the text around it.",
  before: "A position from an earlier response: return the text before it.",
  after: "A position from an earlier response: return the text after it.",
  size: "`preview` for a small picture.",
  status: "Only items with this status.",
  view: "An inbox view.",
  sort: "`waiting`: longest wait for the team first. Default: most recently changed first.",
  assignee: "Only tickets with this assignee: an id, `me` or `nobody`.",
  priority: "Only tickets with this priority.",
  label: "Only tickets with this label, by id.",
  ids: "Only these tickets: ids, separated by commas.",
  from: "First day of the period, in the tenant's time zone.",
  to: "Last day of the period, in the tenant's time zone.",
  days: "Length of the period in days up to today, instead of `from` and `to`.",
  "listChunks.from": "Position of the first passage, from 0.",
  step: "Length of one interval: day, week or month.",
  part: "The contents of the file.",
  measure: "The figure whose tickets to list.",
  bin: "A tenth of the grade scale, or a score, if the figure is one bar of a chart.",
  of: "A label, set or agent, if the figure belongs to one.",
  language: "The reader's language, for example `en` or `pt-BR`.",
  set: "Only documents in this set, by name.",
  kind: "Only documents of this kind.",
  version: "A version of the document, instead of the live one.",
  with: "The version to compare with. Default: the previous one.",
  "compareCopilotBranches.with": "The id of another conversation of the same family.",
  branches: "`erase`: delete its branches too. `keep` (default): keep them.",
  state: "Only snippets with this state; `due` for those due for review.",
  explain: "`true`: explain why each passage was kept or left out.",
  audience: "`internal` also searches documents that visitors may not see.",
  locale: "Only documents in this language.",
  max_tokens: "Maximum total length of the passages, in tokens.",
  most_wrong: "Maximum share of wrong answers among those shown, from 0 to 1.",
  actor: "Only actions by this person, key or visitor, by id.",
  action: "Only this action, for example `snippet.approve`, or all actions on a noun, for example `snippet`.",
  visitor: "The id of a visitor: export only their data.",
  recipient: "The address that the e-mail was sent to, if the provider passes it.",
  token: "The token from the link in the e-mail.",
};

/** All parameters of a route with their descriptions. */
export function parametersOf(route: Route): Json[] {
  return [...pathParameters(route.path), ...queryParameters(route)];
}

function pathParameters(path: string): Json[] {
  const parts = path.split("/");
  return parts.flatMap((part, index) => {
    if (!part.startsWith(":")) return [];
    const name = part.slice(1);
    const said = inPath[name] ?? { text: `The id of ${kinds[parts[index - 1] ?? ""]}.`, example: id };
    const { text, schema = uuid, example } = said;
    return [{ name, in: "path", required: true, description: text, schema, example }];
  });
}

function queryParameters({ id: operation, query }: Route): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    // Every field of a query schema is a zod type; the shape is typed more loosely.
    const field = schema as z.ZodType;
    const description = inQuery[`${operation}.${name}`] ?? inQuery[name];
    return { name, in: "query", required: !isOptional(field), description, schema: toSchema(field) };
  });
}

function isOptional(schema: z.ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}
