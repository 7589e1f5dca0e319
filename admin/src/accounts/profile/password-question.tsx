import { useSignal } from "@preact/signals";
import { DialogFoot } from "../../ui/ask-first.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";

interface PasswordQuestionProps {
  title: string;
  text: string;
  verb: string;
  /** Returns a sentence when the password was refused. */
  onGive: (password: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the own password before something that a stranger at an open browser must not do. */
export function PasswordQuestion({ title, text, verb, onGive, onClose }: PasswordQuestionProps) {
  const password = useSignal("");
  const busy = useSignal(false);
  const error = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    error.value = (await onGive(password.value)) ?? "";
    busy.value = false;
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
