import type { Article, FoundArticle } from "../../../protocol/articles.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import type { Locale } from "../i18n/locale.ts";
import { loadTexts, type Texts } from "../i18n/texts.ts";
import { type Api, ApiError } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

const textFiles = import.meta.glob<Pick<Texts, "article">>("./*.json", {
  base: "../i18n/languages",
  query: "?article",
});

/** Fetches the words of the article screen; without them it has no labels. */
export async function learnArticleWords(locale: Locale): Promise<void> {
  const words = await loadTexts(textFiles, locale.tag).catch(() => undefined);
  locale.add(words?.article ?? {});
}

/** Client whose session is used. */
export type Caller = Pick<ChatClient, "access">;

/** Public articles that match the typed text. Rejects with `ApiError`. */
export async function searchArticles(client: Caller, typed: string, signal: AbortSignal): Promise<FoundArticle[]> {
  const answer = await read(client, `articles?q=${encodeURIComponent(typed)}`, signal);
  const items = isRecord(answer) ? answer["items"] : undefined;
  if (!Array.isArray(items) || !items.every(isFound)) throw new ApiError("internal", 500);
  return items;
}

/** Position to read from: at a passage, or before or after the loaded part. */
export type Place = { passage: string } | { before: number } | { after: number };

/** Reads a part of an article. Rejects with `ApiError`. */
export async function readArticle(
  client: Caller,
  { id, place }: { id: string; place: Place },
  signal: AbortSignal,
): Promise<Article> {
  const [query = ""] = Object.entries(place).map(([name, at]) => `?${name}=${encodeURIComponent(at)}`);
  const answer = await read(client, `articles/${encodeURIComponent(id)}${query}`, signal);
  if (!isArticle(answer)) throw new ApiError("internal", 500);
  return answer;
}

async function read(client: Caller, path: Parameters<Api["get"]>[0], signal: AbortSignal): Promise<unknown> {
  const { api, token } = client.access;
  return (await api.get(path, { token, signal })).json();
}

function isFound(value: unknown): value is FoundArticle {
  return (
    isRecord(value) &&
    ["id", "title", "chunk_id", "quote"].every((name) => typeof value[name] === "string") &&
    Array.isArray(value["marks"]) &&
    value["marks"].every((mark) => isRecord(mark) && Number.isInteger(mark["start"]) && Number.isInteger(mark["end"]))
  );
}

function isArticle(value: unknown): value is Article {
  return (
    isRecord(value) &&
    typeof value["title"] === "string" &&
    Array.isArray(value["sections"]) &&
    value["sections"].every(
      (section) =>
        isRecord(section) && typeof section["chunk_id"] === "string" && typeof section["content"] === "string",
    )
  );
}
