import { z } from "zod";
import { gateParameters } from "./change-examples.ts";
import type { Operation } from "./operation.ts";
import { type Json, toSchema } from "./schemas.ts";
import { toolParameters } from "./tool-examples.ts";

interface Said {
  text: string;
  schema?: Json;
  example: string | number;
}

const uuid = { type: "string", format: "uuid" };
const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a11";

/** Parts of paths, by name; `id` says what it is the id of, by what stands before it. */
const inPath: Record<string, Said> = {
  address: {
    text: "The address of a picture, from the `avatar_url` of a message.",
    schema: { type: "string" },
    example: "q3Rk0pXw",
  },
  attachment: { text: "Id of a file of the ticket.", example: id },
  document: { text: "Id of a document of the release.", example: id },
  ticket: { text: "Id of the other ticket.", example: id },
  confirmation: { text: "Id of a change that waits for a yes.", example: id },
  delivery: { text: "Id of an event's delivery.", example: id },
  version: { text: "Number of a version of the document.", schema: { type: "integer", minimum: 1 }, example: 2 },
  name: { text: "Name of a set.", schema: { type: "string" }, example: "Handbook" },
};

/** What `:id` is the id of, by the part of the path before it. */
const kinds: Record<string, string> = {
  tickets: "a ticket",
  confirmations: "a change that waits for a yes",
  articles: "a public document, as in a citation",
  attachments: "a file of the ticket",
  documents: "a document",
  jobs: "a job",
  sites: "a sitemap that was taken in",
  snippets: "a snippet",
  gaps: "a gap",
  releases: "a release",
  "regression-questions": "a regression question",
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
  memories: "something that is remembered",
  conversations: "a conversation with the copilot",
  runs: "a run of the playground",
  labels: "a label",
  views: "a saved view",
  "canned-replies": "a canned reply",
};

/** What stands behind the question mark, by name, or by operation and name where one name means several things. */
const inQuery: Record<string, string> = {
  ...toolParameters,
  ...gateParameters,
  cursor: "Where the page begins: the `next_cursor` of the page before. Without it, the first page.",
  limit: "How many items a page has at most.",
  "followTicket.ticket": "A stream ticket, in place of the token.",
  "followTicket.token": "The session token, where a header cannot be sent.",
  last_event_id: "The cursor to go on from, where the header `Last-Event-ID` cannot be sent.",
  until: "`now`: ends when everything up to now was sent, instead of going on live.",
  q: "Words to look for.",
  archived: "`true`: those that were put away.",
  "searchArticles.q": "What is being typed.",
  "searchKnowledge.q": "The question.",
  all: "`true`: also what does not hold any more.",
  "listTickets.q": "Words of messages, names, addresses, or a ticket's number.",
  passage: "Id of a passage, as in a citation: the stretch around it.",
  before: "A place from another answer: the stretch that ends there.",
  after: "A place from another answer: the stretch that begins there.",
  size: "`preview` for a small picture.",
  status: "Only those of this status.",
  view: "A view of the inbox.",
  sort: "`waiting`: the longest wait for a person first. Otherwise the newest change first.",
  assignee: "Only tickets of this person: an id, `me`, or `nobody`.",
  priority: "Only tickets of this priority.",
  label: "Only tickets with this label, by id.",
  ids: "Only these tickets, by id, separated by commas.",
  from: "First day of the period, in the tenant's time zone.",
  to: "Last day of the period.",
  days: "Length of the period in days up to today, in place of `from` and `to`.",
  "listChunks.from": "Place of the first passage, from 0.",
  step: "How the period is cut.",
  part: "What the file lists.",
  measure: "The figure whose tickets are listed.",
  bin: "A tenth of the grade, or a score, where the figure is one bar of a chart.",
  of: "A label, set or agent, where the figure is one of a list.",
  language: "The reader's language, as `en` or `pt-BR`.",
  set: "Only documents of this set, by name.",
  kind: "Only documents of this kind.",
  version: "A version of the document, in place of the one that answers.",
  with: "The version to compare with. Without it, the one before.",
  "compareCopilotBranches.with": "Another conversation of the same family, by id.",
  branches: "`erase`: what was forked from it goes, too. `keep`, as without it: that stays.",
  state: "Only snippets of this state; `due` for those to be looked at again.",
  explain: "`true`: says why each passage was kept or left out.",
  audience: "`internal` also searches documents that visitors may not see.",
  locale: "Only documents of this language.",
  max_tokens: "How much text the passages may have together, in tokens.",
  most_wrong: "Largest share of wrong answers among those shown, from 0 to 1.",
  actor: "Only what this person, key or visitor did, by id.",
  action: "Only this action, such as `snippet.approve`, or its noun, such as `snippet`.",
  visitor: "Id of a visitor: only what is kept of them.",
  recipient: "The address that the mail came to, where the provider says it.",
  token: "The token of the link in the mail.",
};

/** Every parameter of an operation, described. */
export function parametersOf(operation: Operation): Json[] {
  return [...pathParameters(operation.path), ...queryParameters(operation)];
}

function pathParameters(path: string): Json[] {
  const parts = path.split("/");
  return parts.flatMap((part, index) => {
    if (!part.startsWith(":")) return [];
    const name = part.slice(1);
    const said = inPath[name] ?? { text: `Id of ${kinds[parts[index - 1] ?? ""]}.`, example: id };
    const { text, schema = uuid, example } = said;
    return [{ name, in: "path", required: true, description: text, schema, example }];
  });
}

function queryParameters({ id: operation, query }: Operation): Json[] {
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
