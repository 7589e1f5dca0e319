import { type ReadonlySignal, signal } from "@preact/signals";
import type { MeResponse } from "../../../protocol/admin.ts";
import { signInRoutes } from "../../../protocol/routes/sign-in.ts";
import type { Api } from "../api.ts";
import { ApiError, errorSentence } from "../ui/api-call.ts";

export type SessionState =
  | { type: "loading" }
  | { type: "signed_out"; reason: "none" | "ended" | "left" }
  /** The password was correct; the account also requires a code. */
  | { type: "second_step" }
  | { type: "signed_in"; me: MeResponse }
  /** Another tab switched to another tenant; this page shows nothing from now on. */
  | { type: "moved" }
  /** The operator suspended the tenant; its data is kept. */
  | { type: "suspended" }
  | { type: "failed"; message: string };

export interface SessionStore {
  readonly state: ReadonlySignal<SessionState>;
  /** Asks the server who is signed in. */
  check(): Promise<void>;
  /** Signs in, or continues to the second factor; returns an error message on failure. */
  signIn(email: string, password: string): Promise<string | null>;
  /** Completes sign-in after `verify` has sent a code; returns an error message on failure. */
  finishSecondStep(verify: () => Promise<unknown>): Promise<string | null>;
  /** Signs in with a passkey chosen in the browser; returns an error message on failure. */
  signInWithPasskey(): Promise<string | null>;
  signOut(): Promise<void>;
  /** The server rejected a request because the session ended. */
  expire(): void;
  /** The session belongs to another tenant now. @param tenant its id, if known. */
  move(tenant?: string): void;
  /** The server rejected a request because the tenant is suspended. */
  suspend(): void;
  /** Applies the user's changes to their profile. */
  change(me: Partial<Pick<MeResponse, "name" | "picture">>): void;
}

/** The signed-in user. The URL stays unchanged, so that the user returns to the same page after a new sign-in. */
export function createSessionStore(api: Pick<Api, "call" | "me">): SessionStore {
  const state = signal<SessionState>({ type: "loading" });

  async function check(): Promise<void> {
    if (state.value.type !== "signed_in") state.value = { type: "loading" };
    try {
      state.value = { type: "signed_in", me: await api.me() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        expire();
      } else if (error instanceof ApiError && error.code === "tenant_suspended") suspend();
      else state.value = { type: "failed", message: errorSentence(error) };
    }
  }

  function expire(): void {
    if (state.value.type === "signed_in") state.value = { type: "signed_out", reason: "ended" };
    else if (state.value.type !== "signed_out") state.value = { type: "signed_out", reason: "none" };
  }

  function suspend(): void {
    state.value = { type: "suspended" };
  }

  return {
    state,
    check,
    expire,
    suspend,
    async signIn(email, password) {
      try {
        const answer = await api.call(signInRoutes.signIn, { body: { email: email.trim(), password } });
        state.value =
          "twoFactorRedirect" in answer ? { type: "second_step" } : { type: "signed_in", me: await api.me() };
        return null;
      } catch (error) {
        return signInSentence(error);
      }
    },
    async finishSecondStep(verify) {
      try {
        await verify();
        state.value = { type: "signed_in", me: await api.me() };
        return null;
      } catch (error) {
        // Expired or too many attempts: start again.
        if (error instanceof ApiError && error.code === "unauthorized") expire();
        return error instanceof ApiError && error.status < 429 ? error.message : errorSentence(error);
      }
    },
    async signInWithPasskey() {
      try {
        // The script is loaded on first use.
        await (await import("./sign-in/passkey-browser.ts")).signInWithPasskey(api);
        state.value = { type: "signed_in", me: await api.me() };
        return null;
      } catch (error) {
        if (error instanceof DOMException) return (await import("./sign-in/passkey-browser.ts")).passkeySentence(error);
        return error instanceof ApiError && error.status === 401 ? error.message : signInSentence(error);
      }
    },
    async signOut() {
      await api.call(signInRoutes.signOut);
      state.value = { type: "signed_out", reason: "left" };
    },
    move(tenant) {
      if (state.value.type === "signed_in" && state.value.me.tenant.id !== tenant) state.value = { type: "moved" };
    },
    change(me) {
      if (state.value.type === "signed_in") state.value = { type: "signed_in", me: { ...state.value.me, ...me } };
    },
  };
}

function signInSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return errorSentence(error);
  if (error.status === 401 || error.code === "INVALID_EMAIL_OR_PASSWORD") return "E-mail or password is wrong.";
  if (error.code === "INVALID_EMAIL") return "This is not a valid e-mail address.";
  // The server says why: another address than PUBLIC_URL, or an account without a workspace.
  if (error.status === 403) return error.message || "This account has no access to this console.";
  if (error.status === 429) return `Too many tries. Wait ${error.retryAfterSeconds ?? 60} s and try again.`;
  return errorSentence(error);
}
