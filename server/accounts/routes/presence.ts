import type { RequestHandler } from "express";
import { changePresenceRequestSchema, presenceRequestSchema } from "../../../protocol/assignment.ts";
import type { HttpContext } from "../../http/context.ts";
import { parseBody } from "../../http/parse.ts";
import { changePresence, sayPresent } from "../people/presence.ts";
import { ownerOf } from "./account.ts";

type PresenceContext = Pick<HttpContext, "people">;

/** `POST me/presence`: the console is open, or closes. */
export function sayPresentRoute({ people }: PresenceContext): RequestHandler {
  return async (request, response) => {
    response.json(await sayPresent(people, ownerOf(response), parseBody(presenceRequestSchema, request.body)));
  };
}

/** `PATCH me/presence`: away, or back. */
export function changePresenceRoute({ people }: PresenceContext): RequestHandler {
  return async (request, response) => {
    response.json(
      await changePresence(people, ownerOf(response), parseBody(changePresenceRequestSchema, request.body)),
    );
  };
}
