import { type ReadonlySignal, signal } from "@preact/signals";
import type { MeResponse } from "../../../protocol/admin.ts";
import type { Api } from "../api.ts";
import { ApiError, errorSentence } from "../api-error.ts";

export type SessionState =
  | { type: "loading" }
  | { type: "signed_out"; reason: "none" | "ended" | "left" }
  | { type: "signed_in"; me: MeResponse }
  | { type: "failed"; message: string };

export interface SessionStore {
  readonly state: ReadonlySignal<SessionState>;
  /** Asks the server who is signed in. */
  check(): Promise<void>;
  /** Signs in; returns a sentence when that failed. */
  signIn(email: string, password: string): Promise<string | null>;
  signOut(): Promise<void>;
  /** A call was refused because nobody is signed in any more. */
  expire(): void;
}

/** Who is signed in. The address in the browser stays as it is, so signing in again leads back to the same place. */
export function createSessionStore(api: Pick<Api, "me" | "signIn" | "signOut">): SessionStore {
  const state = signal<SessionState>({ type: "loading" });

  async function check(): Promise<void> {
    if (state.value.type !== "signed_in") state.value = { type: "loading" };
    try {
      state.value = { type: "signed_in", me: await api.me() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        expire();
      } else state.value = { type: "failed", message: errorSentence(error) };
    }
  }

  function expire(): void {
    if (state.value.type === "signed_in") state.value = { type: "signed_out", reason: "ended" };
    else if (state.value.type !== "signed_out") state.value = { type: "signed_out", reason: "none" };
  }

  return {
    state,
    check,
    expire,
    async signIn(email, password) {
      try {
        await api.signIn(email.trim(), password);
        state.value = { type: "signed_in", me: await api.me() };
        return null;
      } catch (error) {
        return signInSentence(error);
      }
    },
    async signOut() {
      await api.signOut();
      state.value = { type: "signed_out", reason: "left" };
    },
  };
}

function signInSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return errorSentence(error);
  if (error.status === 401 || error.code === "INVALID_EMAIL_OR_PASSWORD") return "E-mail or password is wrong.";
  if (error.code === "INVALID_EMAIL") return "This is not a valid e-mail address.";
  if (error.status === 403) return "This account has no access to this console.";
  if (error.status === 429) return `Too many tries. Wait ${error.retryAfterSeconds ?? 60} s and try again.`;
  return errorSentence(error);
}
