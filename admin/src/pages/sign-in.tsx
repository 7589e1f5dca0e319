import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";

const reasons = {
  none: "",
  left: "You are signed out.",
  ended: "Your session has ended. Sign in to go on where you were.",
} as const;

export function SignInPage({ reason }: { reason: keyof typeof reasons }) {
  const { session } = useApp();
  const error = useSignal("");
  const busy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = "Sign in · Parley";
  }, []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value || !form.current) return;
    const fields = new FormData(form.current);
    busy.value = true;
    error.value = "";
    error.value = (await session.signIn(String(fields.get("email")), String(fields.get("password")))) ?? "";
    busy.value = false;
  };
  return (
    <main class="gate">
      <form ref={form} class="sign-in" onSubmit={submit} aria-label="Sign in">
        <img src="/console/favicon.svg" alt="" width="36" height="36" />
        <h1>Sign in to Parley</h1>
        {reasons[reason] ? <p class="muted">{reasons[reason]}</p> : null}
        <label class="field">
          <span>E-mail</span>
          <input class="input" type="email" name="email" autocomplete="username" required autofocus />
        </label>
        <label class="field">
          <span>Password</span>
          <input class="input" type="password" name="password" autocomplete="current-password" required />
        </label>
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <button type="submit" class="btn primary wide" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null}
          {busy.value ? "Signing in…" : "Sign in"}
        </button>
      </form>
    </main>
  );
}
