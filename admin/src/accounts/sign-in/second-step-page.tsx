import { useSignal } from "@preact/signals";
import { twoFactorRoutes } from "../../../../protocol/routes/two-factor.ts";
import type { Api } from "../../api.ts";
import { useApp } from "../../app-context.ts";
import { AuthLayout } from "./gate.tsx";

/** Asks for a code of the authenticator app or a recovery code. */
export function SecondStepPage({ api }: { api: Api }) {
  const { session } = useApp();
  const kind = useSignal<"app" | "recovery">("app");
  const code = useSignal("");
  const isApp = kind.value === "app";
  const verify = () =>
    isApp
      ? api.call(twoFactorRoutes.verifyTwoFactor, { body: { code: code.value.replace(/\s/g, "") } })
      : api.call(twoFactorRoutes.recoverTwoFactor, { body: { code: code.value.trim() } });
  return (
    <AuthLayout
      title="One more step"
      note={isApp ? "Enter the code that your authenticator app shows." : "Enter one of your recovery codes."}
      verb="Continue"
      busyVerb="Checking…"
      onSubmit={() => session.finishSecondStep(verify)}
      after={
        <button
          type="button"
          class="link-btn"
          onClick={() => {
            kind.value = isApp ? "recovery" : "app";
            code.value = "";
          }}
        >
          {isApp ? "Use a recovery code" : "Use the app"}
        </button>
      }
    >
      <label class="field">
        <span>{isApp ? "Code" : "Recovery code"}</span>
        <input
          key={kind.value}
          class="input code-input"
          required
          autofocus
          autocomplete="one-time-code"
          inputMode={isApp ? "numeric" : "text"}
          maxLength={40}
          value={code.value}
          onInput={(event) => (code.value = event.currentTarget.value)}
        />
      </label>
    </AuthLayout>
  );
}
