import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { Spinner } from "../../ui/states.tsx";

interface AuthLayoutProps {
  title: string;
  note?: ComponentChildren;
  verb: string;
  busyVerb?: string;
  /** Error from before the page was opened. */
  problem?: string;
  form?: RefObject<HTMLFormElement | null>;
  /** Returns an error message on failure. */
  onSubmit: () => Promise<string | null>;
  /** Content below the button. */
  after?: ComponentChildren;
  children?: ComponentChildren;
}

/** A page before the console, with one form and one button. */
export function AuthLayout({
  title,
  note,
  verb,
  busyVerb = verb,
  problem = "",
  form,
  onSubmit,
  after,
  children,
}: AuthLayoutProps) {
  const busy = useSignal(false);
  const error = useSignal(problem);
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    error.value = "";
    error.value = (await onSubmit()) ?? "";
    busy.value = false;
  };
  return (
    <main class="gate">
      <form {...(form ? { ref: form } : {})} class="sign-in" onSubmit={submit} aria-label={title}>
        <img src="/console/favicon.svg" alt="" width="36" height="36" />
        <h1>{title}</h1>
        {note ? <p class="muted">{note}</p> : null}
        {children}
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <button type="submit" class="btn primary wide" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null}
          {busy.value ? busyVerb : verb}
        </button>
        {after ? <div class="gate-after">{after}</div> : null}
      </form>
    </main>
  );
}

/** A page before the console without a form. */
export function AuthNote({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <main class="gate">
      <div class="sign-in">
        <img src="/console/favicon.svg" alt="" width="36" height="36" />
        <h1>{title}</h1>
        <p class="muted" role="status">
          {text}
        </p>
        {children}
      </div>
    </main>
  );
}
