import type { ServerResponse } from "node:http";
import type { Article, FoundArticle } from "../../protocol/articles.ts";
import { sendJson } from "./mock-http.ts";

export interface MockArticles {
  /** What is found, whatever is typed. */
  found: FoundArticle[];
  /** An article from its `after`, `before` or passage on; none: it is not there. */
  article: (id: string, query: URLSearchParams) => Article | undefined;
}

/** The search in articles, and one of them. */
export function answerArticles(articles: MockArticles, url: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, "http://x");
  const id = pathname.slice("/api/v1/chat/articles/".length);
  if (id === "") return sendJson(response, 200, { items: articles.found });
  const article = articles.article(id, searchParams);
  if (article) return sendJson(response, 200, article);
  sendJson(response, 404, { error: { code: "not_found", message: "Article not found." } });
}
