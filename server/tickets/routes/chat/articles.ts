import type { RequestHandler } from "express";
import { z } from "zod";
import {
  articleQuerySchema,
  articleSchema,
  articleSearchQuerySchema,
  articleSearchResponseSchema,
} from "../../../../protocol/articles.ts";
import type { HttpContext } from "../../../http/context.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody, parseId } from "../../../http/parse.ts";
import { strip } from "../../../http/strip.ts";
import { readArticle } from "../../../knowledge/documents/read-article.ts";

const idSchema = z.uuid();

/** `GET articles?q=`: documents that the visitor may read, found while typing. */
export function searchArticlesRoute({ searchArticles }: Pick<HttpContext, "searchArticles">): RequestHandler {
  return async (request, response) => {
    const { q } = parseBody(articleSearchQuerySchema, request.query);
    const items = await searchArticles(visitorOf(response), q);
    response.set("Cache-Control", "no-store").json(strip(articleSearchResponseSchema, { items }));
  };
}

/** `GET articles/:id`: a stretch of one, around a passage or on from a place. */
export function readArticleRoute({ knowledge }: Pick<HttpContext, "knowledge">): RequestHandler {
  return async (request, response) => {
    const id = parseId(idSchema, request.params.id);
    const query = parseBody(articleQuerySchema, request.query);
    const article = await readArticle(knowledge, visitorOf(response).tenantId, { id, ...query });
    response.set("Cache-Control", "no-store").json(strip(articleSchema, article));
  };
}
