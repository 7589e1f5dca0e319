import { useSignal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { minPasswordChars, PasswordField } from "../sign-in/password-field.tsx";

/** Another password, with the current one. */
export function PasswordSection() {
  const { profile, toasts } = useWorkspace();
  const current = useSignal("");
  const next = useSignal("");
  const busy = useSignal(false);
  const error = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    const body = { current: current.value, password: next.value };
    error.value = (await profile.run((api) => api.changePassword(body))) ?? "";
    busy.value = false;
    if (error.value) return;
    current.value = "";
    next.value = "";
    toasts.show("Password changed. Your other sessions are signed out.");
  };
  return (
    <form class="settings-group" onSubmit={submit}>
      <h2>Password</h2>
      <PasswordField
        label="Current password"
        kind="current"
        value={current.value}
        onChange={(value) => (current.value = value)}
      />
      <PasswordField
        label="New password"
        kind="new"
        value={next.value}
        hint={`At least ${minPasswordChars} characters. Ends your other sessions.`}
        onChange={(value) => (next.value = value)}
      />
      <p class="form-error" role="alert">
        {error.value}
      </p>
      <div class="button-row">
        <button type="submit" class="btn" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Change password
        </button>
      </div>
    </form>
  );
}
