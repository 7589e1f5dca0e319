import { useSignal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordQuestion } from "./password-question.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondStepSetup } from "./second-step-setup.tsx";

const questions = {
  stop: {
    title: "Turn off two-factor authentication?",
    text: "You'll sign in with your password only.",
    verb: "Turn off",
  },
  codes: { title: "New recovery codes?", text: "Your current codes will stop working.", verb: "Create new codes" },
} as const;

/** A code of an app besides the password. */
export function SecondStepSection({ isOn }: { isOn: boolean }) {
  const { profile, toasts } = useWorkspace();
  const open = useSignal<"setup" | "stop" | "codes" | { codes: readonly string[] } | null>(null);
  const close = () => {
    open.value = null;
    void profile.load();
  };
  const stop = async (password: string) => {
    const problem = await profile.run((api) => api.stopTwoFactor(password));
    if (problem) return problem;
    toasts.show("Two-factor authentication is off");
    close();
    return null;
  };
  const renew = (password: string) =>
    profile.run(async (api) => {
      open.value = { codes: (await api.newRecoveryCodes(password)).recovery_codes };
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
