import { useSignal } from "@preact/signals";
import type { TwoFactorStart } from "../../../../protocol/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/ask-first.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { PasswordQuestion } from "./password-question.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Password, key for the app, first code, recovery codes: it is on once the app has shown that it knows the key. */
export function SecondStepSetup({ onClose }: { onClose: () => void }) {
  const { profile, toasts } = useWorkspace();
  const started = useSignal<TwoFactorStart | null>(null);
  const isOn = useSignal(false);
  const begin = (password: string) =>
    profile.run(async (api) => {
      started.value = await api.startTwoFactor(password);
    });
  const confirm = async (code: string) => {
    const problem = await profile.run((api) => api.confirmTwoFactor(code.replace(/\s/g, "")));
    if (problem) return problem;
    isOn.value = true;
    toasts.show("Two-factor authentication is on");
    return null;
  };
  if (!started.value)
    return (
      <PasswordQuestion
        title="Set up two-factor authentication"
        text="You need an authenticator app on your phone."
        verb="Continue"
        onGive={begin}
        onClose={onClose}
      />
    );
  if (isOn.value) return <RecoveryCodes codes={started.value.recovery_codes} onClose={onClose} />;
  return <AppKey uri={started.value.uri} onCode={confirm} onClose={onClose} />;
}

interface AppKeyProps {
  uri: string;
  onCode: (code: string) => Promise<string | null>;
  onClose: () => void;
}

function AppKey({ uri, onCode, onClose }: AppKeyProps) {
  const code = useSignal("");
  const busy = useSignal(false);
  const error = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    error.value = (await onCode(code.value)) ?? "";
    busy.value = false;
  };
  return (
    <form onSubmit={submit}>
      <div class="dialog-head">
        <h2>Add Parley to your app</h2>
      </div>
      <div class="dialog-body">
        <p>Scan this with your authenticator app, or enter the key below (time-based).</p>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <CopyField
          label="Key"
          value={new URL(uri).searchParams.get("secret") ?? ""}
          hint="Is the app on this device? Use the link below."
        />
        <a class="app-link" href={uri}>
          Open my authenticator app
        </a>
        <label class="field">
          <span>Code from the app</span>
          <input
            class="input code-input"
            required
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            maxLength={7}
            value={code.value}
            onInput={(event) => (code.value = event.currentTarget.value)}
          />
        </label>
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <DialogFoot verb="Turn on" busy={busy.value} onClose={onClose} />
      </div>
    </form>
  );
}
