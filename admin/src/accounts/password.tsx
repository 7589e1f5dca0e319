import { useSignal } from "@preact/signals";
import { accountRoutes } from "../../../protocol/routes/account.ts";
import { useWorkspace } from "../app-context.ts";
import { DialogFoot } from "../ui/confirm-dialog.tsx";
import { Spinner } from "../ui/states.tsx";
import { useWork } from "../ui/work.ts";

/** Changes the password; requires the current one. */
export function PasswordSection() {
  const { profile, toasts } = useWorkspace();
  const current = useSignal("");
  const next = useSignal("");
  const { busy, error, run } = useWork();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { current: current.value, password: next.value };
    if (!(await run(() => profile.run((call) => call(accountRoutes.changePassword, { body }))))) return;
    current.value = "";
    next.value = "";
    toasts.show("Changed the password. Your other sessions are signed out");
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

interface PasswordQuestionProps {
  title: string;
  text: string;
  verb: string;
  /** Returns an error message when the server rejects the password. */
  onGive: (password: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the user's password before an action that a stranger at an open browser must not perform. */
export function PasswordQuestion({ title, text, verb, onGive, onClose }: PasswordQuestionProps) {
  const password = useSignal("");
  const { busy, error, run } = useWork();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(() => onGive(password.value));
  };
  return (
    <form onSubmit={submit}>
      <div class="dialog-head">
        <h2>{title}</h2>
      </div>
      <div class="dialog-body">
        <p>{text}</p>
        <PasswordField
          label="Your password"
          kind="current"
          autofocus
          value={password.value}
          onChange={(value) => (password.value = value)}
        />
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <DialogFoot verb={verb} busy={busy.value} onClose={onClose} />
      </div>
    </form>
  );
}

interface PasswordFieldProps {
  label: string;
  value: string;
  /** `new` makes password managers suggest a password. */
  kind: "current" | "new";
  hint?: string;
  autofocus?: boolean;
  onChange: (value: string) => void;
}

/** Same minimum as on the server (`minPasswordChars` in protocol/account.ts). */
export const minPasswordChars = 10;

/** A password field with hidden characters. */
export function PasswordField({ label, value, kind, hint, autofocus, onChange }: PasswordFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="password"
        required
        minLength={kind === "new" ? minPasswordChars : 1}
        maxLength={200}
        autocomplete={kind === "new" ? "new-password" : "current-password"}
        autofocus={autofocus ?? false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <small>{hint ?? ""}</small>
    </label>
  );
}
