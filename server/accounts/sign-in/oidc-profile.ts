import { z } from "zod";

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/**
 * A person's claims, from an ID token that the library has verified; if it lacks the address, also from user info. Null without an ID
 * token: nothing else is bound to the sign-in that was started here.
 */
export async function readOidcClaims(
  tokens: { idToken?: string | undefined; accessToken?: string | undefined },
  { userInfoUrl, timeoutMs }: { userInfoUrl: string | undefined; timeoutMs: number },
) {
  const own = tokens.idToken === undefined ? undefined : claimsIn(tokens.idToken);
  if (!own) return null;
  const claims =
    own.email === undefined && userInfoUrl && tokens.accessToken
      ? await askUserInfo(userInfoUrl, tokens.accessToken, timeoutMs)
      : own;
  if (claims?.sub !== own.sub) return null;
  const { sub, email, name } = claims;
  // Missing, or in another format: not verified.
  const emailVerified = claims.email_verified === true || claims.email_verified === "true";
  return { id: sub, sub, email: email ?? "", name: name ?? own.name ?? "", emailVerified };
}

function claimsIn(idToken: string): Claims | undefined {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

async function askUserInfo(url: string, accessToken: string, timeoutMs: number): Promise<Claims | undefined> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answer.ok ? claimsSchema.safeParse(await answer.json()).data : undefined;
}
