import type { RequestHandler, Response } from "express";
import { z } from "zod";
import {
  changePasswordRequestSchema,
  changeProfileRequestSchema,
  pictureRequestSchema,
  switchTenantRequestSchema,
} from "../../../protocol/account.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import {
  type AccountOwner,
  changePassword,
  changeProfile,
  endOtherSessions,
  endSession,
  readProfile,
  switchTenant,
} from "../people/account.ts";
import { readPicture, removePicture, savePicture } from "../people/picture.ts";

type AccountContext = Pick<HttpContext, "people" | "auth">;

/** `GET me/profile`. */
export function profileRoute({ people }: AccountContext): RequestHandler {
  return async (_request, response) => {
    response.json(await readProfile(people, ownerOf(response)));
  };
}

/** `PATCH me/profile`. */
export function changeProfileRoute({ people }: AccountContext): RequestHandler {
  return async (request, response) => {
    const owner = ownerOf(response);
    await changeProfile(people, owner, parseBody(changeProfileRequestSchema, request.body));
    response.json(await readProfile(people, owner));
  };
}

/** `POST me/picture`: in JSON, because it is smaller than many a message. */
export function savePictureRoute({ people }: AccountContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(pictureRequestSchema, request.body);
    response.json({ picture: await savePicture(people, ownerOf(response).personId, body) });
  };
}

/** `DELETE me/picture`. */
export function removePictureRoute({ people }: AccountContext): RequestHandler {
  return async (_request, response) => {
    await removePicture(people, ownerOf(response).personId);
    response.json({ ok: true });
  };
}

/** A version names what never changes. */
const pictureSeconds = 24 * 60 * 60;

/** `GET people/:id/picture`: of somebody who works here. */
export function readPictureRoute({ people }: AccountContext): RequestHandler {
  return async (request, response) => {
    const personId = parseId(z.uuid(), request.params.id);
    const { type, bytes } = await readPicture(people, agentOf(response).tenantId, personId);
    response.set({
      "Content-Type": type,
      "Content-Disposition": "inline",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": `private, max-age=${pictureSeconds}`,
    });
    response.send(Buffer.from(bytes));
  };
}

/** `POST me/password`: asks for the current one. */
export function changePasswordRoute({ people, auth }: AccountContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(changePasswordRequestSchema, request.body);
    const owner = ownerOf(response);
    await auth.limits.take("password_person", owner.personId);
    await changePassword(people, owner, body);
    response.json({ ok: true });
  };
}

/** `DELETE me/sessions/:id`. */
export function endSessionRoute({ people }: AccountContext): RequestHandler {
  return async (request, response) => {
    await endSession(people, ownerOf(response), parseId(z.uuid(), request.params.id));
    response.json({ ok: true });
  };
}

/** `DELETE me/sessions`: all but this one. */
export function endOtherSessionsRoute({ people }: AccountContext): RequestHandler {
  return async (_request, response) => {
    response.json({ ended: await endOtherSessions(people, ownerOf(response)) });
  };
}

/** `POST me/tenant`: this session works for another of the person's tenants from now on. */
export function switchTenantRoute({ people }: AccountContext): RequestHandler {
  return async (request, response) => {
    const { tenant_id: tenantId } = parseBody(switchTenantRequestSchema, request.body);
    await switchTenant(people, ownerOf(response), tenantId);
    response.json({ ok: true });
  };
}

/** Behind `requirePerson`. */
export function ownerOf(response: Response): AccountOwner {
  const { tenantId, personId, session } = agentOf(response);
  if (!session) throw new Error("this route has no `requirePerson` in front of it");
  return { tenantId, personId, sessionId: session.id };
}
