import { useWorkspace } from "../app-context.ts";
import { CheckList } from "../operations/check-list.tsx";
import { Spinner } from "../ui/states.tsx";
import { pageCheckOf } from "./page-check-store.ts";

/** Whether the chat would work on a page: fetched by the server, as a browser would. */
export function PageCheck() {
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
