import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type {
  oidcStartRequestSchema,
  oidcStartResponseSchema,
  SignInProblem,
  SignInWays,
} from "../../../../protocol/account.ts";
import { AppError } from "../../../core/errors.ts";
import { hashLinkToken } from "../../../core/link-token.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import type { HttpContext } from "../../../http/context.ts";
import { requireOwnPage } from "../../../http/own-page.ts";
import { passkeyOrigin } from "../../people/passkeys.ts";
import type { OidcSignIn } from "../../sign-in/oidc.ts";
import type { AuthServices } from "../../sign-in/services.ts";
import { type Asked, headersOf } from "./forward.ts";

/** The ways to sign in that the sign-in page offers. */
export function readWays({ auth: { oidc }, people }: Pick<HttpContext, "auth" | "people">): SignInWays {
  const isOnly = oidc?.isOnly ?? false;
  return {
    password: !isOnly,
    oidc: oidc && { name: oidc.name },
    passkeys: isOnly ? null : passkeyOrigin(people),
  };
}

/** Refuses passwords when the operator's provider is the only way to sign in. */
export function passwordsOnly({ oidc }: AuthServices): RequestHandler {
  return (_request, _response, next) => {
    if (oidc?.isOnly) throw new AppError("forbidden", `Password sign-in is turned off. Sign in with ${oidc.name}.`);
    next();
  };
}

const startedSchema = z.object({ url: z.url() });

/** The URL at the provider that the browser is sent to. */
export async function startOidc(
  auth: AuthServices,
  { request, response }: Asked,
  body: z.infer<typeof oidcStartRequestSchema>,
): Promise<z.infer<typeof oidcStartResponseSchema>> {
  const oidc = oidcOf(auth);
  requireOwnPage(auth, request);
  requirePublicPage(auth, request);
  const answer = await oidc.start(headersOf(request), {
    returnTo: body.return_to,
    invitation: body.invitation === undefined ? null : hashLinkToken(body.invitation),
  });
  const { url } = startedSchema.parse(await answer.json());
  takeCookies(answer, response);
  return { url };
}

/** Parameters that providers send; all others in the URL are dropped. */
const answerSchema = z.object({
  code: z.string().max(4_000).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
});

/** The browser comes back from the provider, and is sent on to the console. */
export async function finishOidc(auth: AuthServices, { request, response }: Asked): Promise<void> {
  const oidc = oidcOf(auth);
  const parsed = answerSchema.safeParse(request.query);
  const given = Object.entries(parsed.data ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await oidc.finish(headersOf(request), new URLSearchParams(given)).catch(() => null);
  if (answer) takeCookies(answer, response);
  response.redirect(302, answer ? await nextPage(answer, auth.publicUrl) : problemPage("/console/", "provider"));
}

function oidcOf({ oidc }: AuthServices): OidcSignIn {
  if (!oidc) throw new AppError("not_found", "Single sign-on is not set up. Sign in with your password.");
  return oidc;
}

/** The provider redirects to PUBLIC_URL, where a cookie of another name of this machine is not sent. */
function requirePublicPage({ publicUrl }: AuthServices, request: Request): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== toUrl(publicUrl).origin)
    throw new AppError("conflict", `Open the console at ${publicUrl}/console/ to sign in with single sign-on.`);
}

function takeCookies(answer: globalThis.Response, response: Response): void {
  for (const cookie of answer.headers.getSetCookie()) response.append("Set-Cookie", cookie);
}

const refusalSchema = z.object({ code: z.string(), page: z.string().optional() });

/** The console page that the library redirects to. The error is one of our own codes; texts from elsewhere are not shown. */
async function nextPage(answer: globalThis.Response, publicUrl: string): Promise<string> {
  const location = answer.headers.get("location");
  if (answer.status < 300 || answer.status >= 400 || location === null) {
    const text = await answer.text();
    const refusal = text.startsWith("{") ? refusalSchema.safeParse(JSON.parse(text)).data : undefined;
    return problemPage(refusal?.page ?? "/console/", problems[refusal?.code ?? ""] ?? "provider");
  }
  const url = toUrl(location, publicUrl);
  const path = url.pathname.startsWith("/console") ? url.pathname : "/console/";
  const error = url.searchParams.get("error");
  return error === null ? path : problemPage(path, problems[error] ?? "provider");
}

function problemPage(path: string, problem: SignInProblem): string {
  return `${path}?sign_in=${problem}`;
}

/** Codes of the library and of `accounts/sign-in/oidc.ts`; any other failure counts as the provider's. */
const problems: Record<string, SignInProblem> = {
  access_denied: "cancelled",
  signup_disabled: "unknown",
  unverified: "unverified",
  email_not_found: "unverified",
  domain: "domain",
  invitation: "invitation",
  linked: "linked",
  state_not_found: "expired",
  state_mismatch: "expired",
  state_invalid: "expired",
};
