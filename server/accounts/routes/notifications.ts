import type { RequestHandler } from "express";
import { changeNoticeRulesRequestSchema } from "../../../protocol/notices.ts";
import type { HttpContext } from "../../http/context.ts";
import { parseBody } from "../../http/parse.ts";
import { changeNoticeRules, readNoticeRules } from "../people/notice-rules.ts";
import { ownerOf } from "./account.ts";

type RulesContext = Pick<HttpContext, "people">;

/** `GET me/notifications`. */
export function noticeRulesRoute({ people }: RulesContext): RequestHandler {
  return async (_request, response) => {
    response.json(await readNoticeRules(people, ownerOf(response)));
  };
}

/** `PATCH me/notifications`. */
export function changeNoticeRulesRoute({ people }: RulesContext): RequestHandler {
  return async (request, response) => {
    const change = parseBody(changeNoticeRulesRequestSchema, request.body);
    response.json(await changeNoticeRules(people, ownerOf(response), change));
  };
}
