import { type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { Route } from "../../../protocol/route.ts";
import { emailRoutes } from "../../../protocol/routes/email.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitBy } from "../../http/limit-by.ts";
import { createRoutes } from "../../http/routes.ts";
import type { EmailActions } from "./actions.ts";
import { requireEmailSecret, takeInbound } from "./inbound.ts";

/** Calls of e-mail programs and e-mail servers, without sign-in. */
export function emailRouter(ctx: HttpContext, book: Route[]): Router {
  const router = Router();
  const routes = createRoutes(router, { mount: "/api/v1/mail", book });
  const before = [requireEmailSecret(ctx)];
  routes.implement(emailRoutes, {
    takeEmail: { before, handle: (call) => takeInbound(ctx, call) },
    // Mailgun posts the raw e-mail only to URLs with this ending.
    takeMimeEmail: { before, handle: (call) => takeInbound(ctx, call) },
    readEmailStop: { before: [requireStopToken], handle: async ({ response }) => sendStopPage(response) },
    stopEmail: {
      before: [limitBy(ctx.auth, "init_address"), requireStopToken],
      handle: ({ query, response }) => stopEmail(ctx.mail, query.token, response),
    },
  });
  routes.finish();
  return router;
}

const querySchema = z.object({ token: z.string().min(1).max(1_000) });

/** A person opened the link: without a whole token it has a page too, no JSON. */
const requireStopToken: RequestHandler = (request, response, next) => {
  if (querySchema.safeParse(request.query).success) next();
  else sendExpired(response);
};

/** Asks before anything changes, since programs that check links in e-mails for dangers open them, too. */
function sendStopPage(response: Response): void {
  send(
    response,
    200,
    `<h1>Unsubscribe from replies by e-mail?</h1><p>You will still find all replies in the chat.</p><form method="post"><button>Unsubscribe</button></form>`,
  );
}

/** Pressed on that page, or in a mail program (RFC 8058). */
async function stopEmail(mail: EmailActions, token: string, response: Response): Promise<void> {
  if (!(await mail.stop(token))) return sendExpired(response);
  send(response, 200, "<h1>You are unsubscribed</h1><p>We will no longer send you replies by e-mail.</p>");
}

function sendExpired(response: Response): void {
  send(response, 400, "<h1>This link has expired</h1><p>Use the link in the most recent e-mail.</p>");
}

/** A page of our own words alone. */
function send(response: Response, status: number, content: string): void {
  response
    .status(status)
    .set({
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Replies by e-mail</title><style>${css}</style></head><body>${content}</body></html>`,
    );
}

const css =
  ":root{color-scheme:light dark}body{margin:12vh auto;padding:0 24px;max-width:32rem;font:16px/1.5 system-ui,sans-serif}h1{font-size:20px}button{font:inherit;font-weight:600;padding:8px 16px;border:0;border-radius:8px;background:#2f5bea;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #2f5bea;outline-offset:3px}";
