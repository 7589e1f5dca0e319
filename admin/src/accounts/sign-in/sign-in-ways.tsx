import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { SignInProblem, SignInWays } from "../../../../protocol/account.ts";
import { signInRoutes } from "../../../../protocol/routes/sign-in.ts";
import type { Api } from "../../api.ts";
import { useApp } from "../../app-context.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import { Spinner } from "../../ui/states.tsx";
import { useWork } from "../../ui/work.ts";

const passwordsAlone: SignInWays = { password: true, oidc: null, passkeys: null };

/** The available ways to sign in; null until known. If the request fails, assume passwords. */
export function useSignInWays(api: Api): Signal<SignInWays | null> {
  const ways = useSignal<SignInWays | null>(null);
  useEffect(() => {
    api.call(signInRoutes.listSignInWays).then(
      (known) => (ways.value = known),
      () => (ways.value = passwordsAlone),
    );
  }, [api]);
  return ways;
}

/** Redirects to the operator's identity provider, which returns to this page. Returns an error message on failure. */
export async function goToProvider(api: Api, name: string, invitation?: string): Promise<string | null> {
  try {
    const { url } = await api.call(signInRoutes.startOidcSignIn, {
      body: { return_to: location.pathname, ...(invitation === undefined ? {} : { invitation }) },
    });
    location.assign(url);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return errorSentence(error);
    if (error.code === "unavailable") return `${name} is not responding. Try again in a moment.`;
    return error.code === "conflict" ? error.message : errorSentence(error);
  }
}

interface ProviderButtonProps {
  api: Api;
  name: string;
  /** Token of the invitation on this page. */
  invitation?: string;
  /** True when the invited person has an account, which joins after sign-in. */
  hasAccount?: boolean;
}

/** Sign-in with a passkey, if this browser and page support it. */
export function PasskeyButton({ origin }: { origin: string | null }) {
  const { session } = useApp();
  const { busy, error, run } = useWork();
  if (origin !== location.origin || !isSecureContext || typeof PublicKeyCredential === "undefined") return null;
  const go = async () => {
    await run(() => session.signInWithPasskey());
  };
  return (
    <>
      <button type="button" class="btn wide" aria-disabled={busy.value} onClick={() => void go()}>
        {busy.value ? <Spinner /> : null} Sign in with a passkey
      </button>
      <p class="form-error" role="alert">
        {error.value}
      </p>
    </>
  );
}

/** "Continue with" the operator's identity provider, below a password form. */
export function ProviderButton({ api, name, invitation, hasAccount = false }: ProviderButtonProps) {
  const busy = useSignal(false);
  const error = useSignal("");
  const go = async () => {
    if (busy.value) return;
    busy.value = true;
    if (invitation !== undefined) keepInvitation(invitation);
    error.value = (await goToProvider(api, name, hasAccount ? undefined : invitation)) ?? "";
    // The browser is about to leave the page; the button stays busy until then.
    busy.value = error.value === "";
  };
  return (
    <>
      <button type="button" class="btn wide" aria-disabled={busy.value} onClick={() => void go()}>
        {busy.value ? <Spinner /> : null} Continue with {name}
      </button>
      <p class="form-error" role="alert">
        {error.value}
      </p>
    </>
  );
}

/** Why the provider's sign-in failed, from the URL; read once, so that a reload does not show it again. */
export function useProblem(): (name: string | undefined) => string {
  const [problem] = useState(takeProblem);
  return (name = "The sign-in service") =>
    problem === null ? "" : ((sentences as Record<string, Sentence>)[problem] ?? sentences.provider)(name);
}

function takeProblem(): string | null {
  const problem = new URLSearchParams(location.search).get("sign_in");
  if (problem !== null) history.replaceState(history.state, "", location.pathname + location.hash);
  return problem;
}

type Sentence = (name: string) => string;

const sentences: Record<SignInProblem, Sentence> = {
  cancelled: (name) => `You were not signed in: ${name} was cancelled.`,
  unknown: (name) => `No account here has your ${name} address. Ask an admin for an invitation.`,
  unverified: (name) => `${name} has not verified your e-mail address.`,
  domain: (name) => `Your ${name} address is not in an allowed domain.`,
  expired: () => "The sign-in expired. Try again.",
  invitation: (name) => `This invitation has expired or is not for your ${name} address.`,
  linked: (name) =>
    `Another ${name} user with the same address owns this account. Ask the operator to unlink it (parley people unlink).`,
  provider: (name) => `${name} could not verify you. Try again in a moment.`,
};

const key = "parley.invitation";

/**
 * Stores an invitation's token in this tab while the user is at the identity provider. The token is in the URL hash, so no server receives
 * it.
 */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Storage is blocked: the user has to open the link in the e-mail again.
  }
}

/** Restores the hash of an invitation page's URL, once. */
export function restoreInvitation(): void {
  if (location.pathname !== "/console/invitation" || location.hash !== "") return;
  try {
    const token = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (token !== null) history.replaceState(history.state, "", `${location.pathname}${location.search}#${token}`);
  } catch {
    // Nothing was stored.
  }
}
