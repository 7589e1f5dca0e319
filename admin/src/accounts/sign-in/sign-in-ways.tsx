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

/** How one gets in here; null until that is known. Who cannot be asked takes passwords, at least. */
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

/** Goes to the operator's provider; the browser comes back to this page. Returns a sentence when that failed. */
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
  /** Token of the invitation whose page this is. */
  invitation?: string;
  /** True where its owner has an account, which joins after signing in. */
  hasAccount?: boolean;
}

/** A passkey instead of the password, where this browser and page can have one. */
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

/** "Continue with" the operator's provider, below a form that asks for a password. */
export function ProviderButton({ api, name, invitation, hasAccount = false }: ProviderButtonProps) {
  const busy = useSignal(false);
  const error = useSignal("");
  const go = async () => {
    if (busy.value) return;
    busy.value = true;
    if (invitation !== undefined) keepInvitation(invitation);
    error.value = (await goToProvider(api, name, hasAccount ? undefined : invitation)) ?? "";
    // The page is left in a moment; the button stays as it is until then.
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

/** Why the provider's sign-in came to nothing, from the page's address; read once, so that a reload does not say it again. */
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

/** Keeps an invitation's token in this tab while its owner is at the provider: it stands behind `#`, and no server is told. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Storage is blocked: the link of the mail has to be opened again.
  }
}

/** Gives the address of an invitation's page back what it had; once. */
export function restoreInvitation(): void {
  if (location.pathname !== "/console/invitation" || location.hash !== "") return;
  try {
    const token = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (token !== null) history.replaceState(history.state, "", `${location.pathname}${location.search}#${token}`);
  } catch {
    // Nothing was kept.
  }
}
