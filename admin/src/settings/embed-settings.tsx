import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { CheckList } from "../operations/check-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton, Spinner } from "../ui/states.tsx";
import { ageWords, fullTime, now } from "../ui/time.ts";
import { embedStoreOf, pageCheckOf } from "./embed-store.ts";

/** The script tag, and whether a page uses it. @param children sections below, which appear once this one has its height. */
export function EmbedSettings({ children }: { children?: ComponentChildren }) {
  const { may, api } = useWorkspace();
  const embed = embedStoreOf(api);
  useEffect(() => {
    void embed.load();
  }, [embed]);
  const view = embed.view.value;
  if (!view && !embed.error.value) return <Skeleton rows={4} kind="card" label="Loading the script tag" />;
  return (
    <>
      <section class="settings-group" id="embed" aria-labelledby="group-embed">
        <h2 id="group-embed">Install</h2>
        <p class="muted">Paste this before {"</body>"} on every page that should show the chat.</p>
        {view ? <Snippet text={view.snippet} /> : null}
        {embed.error.value ? (
          <p class="form-error" role="alert">
            {embed.error.value}
          </p>
        ) : null}
        {view ? <Seen /> : null}
        {may("admin") ? <PageCheck /> : null}
      </section>
      {children}
    </>
  );
}

function Snippet({ text }: { text: string }) {
  const copied = useSignal<"no" | "yes" | "failed">("no");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = "yes";
    } catch {
      // The clipboard is only available in a secure context (HTTPS).
      copied.value = "failed";
    }
  };
  return (
    <div class="embed">
      <input
        class="input embed-code"
        readOnly
        spellcheck={false}
        aria-label="Script tag"
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="btn" onClick={() => void copy()}>
        {copied.value === "yes" ? <Icon name="check" /> : null} {copied.value === "yes" ? "Copied" : "Copy"}
      </button>
      <span role="status" class={copied.value === "failed" ? "form-error" : "visually-hidden"}>
        {copied.value === "failed" ? "Your browser blocked copying. Select the line instead." : ""}
        {copied.value === "yes" ? "Copied" : ""}
      </span>
    </div>
  );
}

function Seen() {
  const embed = embedStoreOf(useWorkspace().api);
  const seen = embed.view.value?.seen ?? [];
  return (
    <div class="embed-seen">
      <p role="status">
        <span class={`embed-dot ${seen.length > 0 ? "embed-live" : ""}`} aria-hidden="true" />
        {seen.length > 0 ? "Live: chats were opened on" : "Not seen yet: no chat was opened on any page."}
      </p>
      <ul>
        {seen.map(({ origin, at }) => (
          <li key={origin}>
            <code>{origin}</code>{" "}
            <time class="muted" dateTime={at} title={fullTime(at)}>
              {ageWords(at, now.value)}
            </time>
          </li>
        ))}
      </ul>
      <button type="button" class="btn small" onClick={() => void embed.load()}>
        Check again
      </button>
    </div>
  );
}

/** Checks whether the chat would work on a page. The server fetches the page as a browser would. */
function PageCheck() {
  const pageCheck = pageCheckOf(useWorkspace().api);
  const busy = pageCheck.state.value.type === "checking";
  return (
    <div class="page-check" id="page-check">
      <form
        class="field"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void pageCheck.check();
        }}
      >
        <label for="check-url">Check a page</label>
        <div class="field-line">
          <input
            id="check-url"
            class="input"
            type="url"
            placeholder="https://www.example.com/help"
            autocomplete="off"
            spellcheck={false}
            maxLength={2000}
            value={pageCheck.url.value}
            aria-describedby="check-url-note"
            onInput={(event) => {
              pageCheck.url.value = event.currentTarget.value;
            }}
          />
          <button type="submit" class="btn" aria-disabled={busy}>
            {busy ? <Spinner /> : null} Check
          </button>
        </div>
        <small id="check-url-note">Checks that the script tag is present and that nothing blocks the chat.</small>
      </form>
      <Found />
    </div>
  );
}

function Found() {
  const pageCheck = pageCheckOf(useWorkspace().api);
  const state = pageCheck.state.value;
  return (
    <>
      <div role="status">
        {state.type === "checking" ? <p class="muted">Checking the page…</p> : null}
        {state.type === "done" ? (
          <p class="check-sum">
            <strong>{state.report.ok ? "No problems found on" : "The chat is blocked on"}</strong>{" "}
            <code>{state.report.url}</code>
          </p>
        ) : null}
        {state.type === "failed" ? <p class="form-error">{state.message}</p> : null}
      </div>
      {state.type === "done" ? <CheckList checks={state.report.checks} label="Results" /> : null}
    </>
  );
}
