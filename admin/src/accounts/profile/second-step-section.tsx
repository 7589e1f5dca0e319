import { useSignal } from "@preact/signals";
import { encode } from "uqr";
import type { TwoFactorStart } from "../../../../protocol/account.ts";
import { twoFactorRoutes } from "../../../../protocol/routes/two-factor.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWork } from "../../ui/work.ts";
import { PasswordQuestion } from "../password.tsx";

const questions = {
  stop: {
    title: "Turn off two-factor authentication?",
    text: "You'll sign in with your password only.",
    verb: "Turn off",
  },
  codes: { title: "New recovery codes?", text: "Your current codes will stop working.", verb: "Create new codes" },
} as const;

/** Two-factor sign-in with an authenticator app. */
export function SecondStepSection({ isOn }: { isOn: boolean }) {
  const { profile, toasts } = useWorkspace();
  const open = useSignal<"setup" | "stop" | "codes" | { codes: readonly string[] } | null>(null);
  const close = () => {
    open.value = null;
    void profile.load();
  };
  const stop = async (password: string) => {
    const problem = await profile.run((call) => call(twoFactorRoutes.stopTwoFactor, { body: { password } }));
    if (problem) return problem;
    toasts.show("Turned off two-factor authentication");
    close();
    return null;
  };
  const renew = (password: string) =>
    profile.run(async (call) => {
      const renewed = await call(twoFactorRoutes.renewRecoveryCodes, { body: { password } });
      open.value = { codes: renewed.recovery_codes };
    });
  return (
    <section class="settings-group" aria-labelledby="second-step">
      <h2 id="second-step">Two-factor authentication</h2>
      <p class="muted">
        {isOn
          ? "On. You enter a code from your authenticator app when you sign in."
          : "Off. Also ask for a code from your authenticator app."}
      </p>
      <div class="button-row">
        {isOn ? (
          <>
            <button type="button" class="btn" onClick={() => (open.value = "codes")}>
              New recovery codes
            </button>
            <button type="button" class="btn" onClick={() => (open.value = "stop")}>
              Turn off
            </button>
          </>
        ) : (
          <button type="button" class="btn" onClick={() => (open.value = "setup")}>
            Set up
          </button>
        )}
      </div>
      <Dialog open={open.value !== null} label="Two-factor authentication" class="dialog-small" onClose={close}>
        {open.value === "setup" ? <SecondStepSetup onClose={close} /> : null}
        {open.value === "stop" || open.value === "codes" ? (
          <PasswordQuestion {...questions[open.value]} onGive={open.value === "stop" ? stop : renew} onClose={close} />
        ) : null}
        {typeof open.value === "object" && open.value ? (
          <RecoveryCodes codes={open.value.codes} onClose={close} />
        ) : null}
      </Dialog>
    </section>
  );
}

/**
 * Setup: password, key for the app, first code, recovery codes. It is enabled only after a correct code proves that the app knows the key.
 */
function SecondStepSetup({ onClose }: { onClose: () => void }) {
  const { profile, toasts } = useWorkspace();
  const started = useSignal<TwoFactorStart | null>(null);
  const isOn = useSignal(false);
  const begin = (password: string) =>
    profile.run(async (call) => {
      started.value = await call(twoFactorRoutes.startTwoFactor, { body: { password } });
    });
  const confirm = async (code: string) => {
    const body = { code: code.replace(/\s/g, "") };
    const problem = await profile.run((call) => call(twoFactorRoutes.confirmTwoFactor, { body }));
    if (problem) return problem;
    isOn.value = true;
    toasts.show("Turned on two-factor authentication");
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
  const { busy, error, run } = useWork();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await run(() => onCode(code.value));
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

/** Width of the light margin in modules: QR readers need four. */
const border = 4;

/** A text as a QR code, dark on light in both themes, as readers expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={squares.join("")} />
    </svg>
  );
}

/** Codes for sign-in without the phone; shown only once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const said = useSignal("");
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(codes.join("\n")).then(
      () => true,
      () => false,
    );
    said.value = isCopied ? "Copied" : "Select and copy them manually.";
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Keep your recovery codes</h2>
      </div>
      <div class="dialog-body">
        <p>Each code works once without your phone. They are not shown again.</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <span class="muted" role="status">
          {said.value}
        </span>
        <div class="dialog-foot">
          <button type="button" class="btn" onClick={() => void copy()}>
            Copy all
          </button>
          <button type="button" class="btn primary" onClick={onClose}>
            I've saved them
          </button>
        </div>
      </div>
    </>
  );
}
