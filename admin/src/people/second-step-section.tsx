import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../components/dialog.tsx";
import { PasswordQuestion } from "./password-question.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondStepSetup } from "./second-step-setup.tsx";

const questions = {
  stop: {
    title: "Switch off the second step?",
    text: "Your password alone will be enough to sign in.",
    verb: "Switch off",
  },
  codes: { title: "New recovery codes?", text: "The ones you have stop working.", verb: "Make new codes" },
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
    toasts.show("The second step is off");
    close();
    return null;
  };
  const renew = (password: string) =>
    profile.run(async (api) => {
      open.value = { codes: (await api.newRecoveryCodes(password)).recovery_codes };
    });
  return (
    <section class="settings-group" aria-labelledby="second-step">
      <h2 id="second-step">Second step</h2>
      <p class="muted">
        {isOn
          ? "On. After the password you are asked for a code of your authenticator app."
          : "Off. With it, a password alone is not enough to sign in as you: a code of an app on your phone is asked for too."}
      </p>
      <div class="button-row">
        {isOn ? (
          <>
            <button type="button" class="btn" onClick={() => (open.value = "codes")}>
              New recovery codes
            </button>
            <button type="button" class="btn" onClick={() => (open.value = "stop")}>
              Switch off
            </button>
          </>
        ) : (
          <button type="button" class="btn" onClick={() => (open.value = "setup")}>
            Set up
          </button>
        )}
      </div>
      <Dialog open={open.value !== null} label="Second step" class="dialog-small" onClose={close}>
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
