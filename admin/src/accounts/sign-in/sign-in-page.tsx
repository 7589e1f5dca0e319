import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { SignInWays } from "../../../../protocol/account.ts";
import type { Api } from "../../api.ts";
import { useApp } from "../../app-context.ts";
import { Gate } from "./gate.tsx";
import { goToProvider, PasskeyButton, ProviderButton, useProblem, useSignInWays } from "./sign-in-ways.tsx";

const reasons = {
  none: "",
  left: "You are signed out.",
  ended: "Your session has ended. Sign in to continue.",
} as const;

export function SignInPage({ api, reason }: { api: Api; reason: keyof typeof reasons }) {
  const ways = useSignInWays(api).value;
  const problemOf = useProblem();
  if (!ways) return <div class="gate" role="status" aria-label="Loading" />;
  const problem = problemOf(ways.oidc?.name);
  const note = reasons[reason];
  if (ways.oidc && !ways.password) {
    const { name } = ways.oidc;
    return (
      <Gate
        title="Sign in to Parley"
        note={note}
        problem={problem}
        verb={`Continue with ${name}`}
        onSubmit={() => goToProvider(api, name)}
      />
    );
  }
  return <PasswordPage api={api} note={note} problem={problem} ways={ways} />;
}

interface PasswordPageProps {
  api: Api;
  note: string;
  problem: string;
  ways: SignInWays;
}

function PasswordPage({ api, note, problem, ways }: PasswordPageProps) {
  const { session } = useApp();
  const form = useRef<HTMLFormElement>(null);
  const submit = async () => {
    if (!form.current) return null;
    const fields = new FormData(form.current);
    return session.signIn(String(fields.get("email")), String(fields.get("password")));
  };
  return (
    <Gate
      title="Sign in to Parley"
      note={note}
      problem={problem}
      verb="Sign in"
      busyVerb="Signing in…"
      form={form}
      onSubmit={submit}
      after={
        <>
          <a href="/console/forgot">Forgot your password?</a>
          {ways.oidc || ways.passkeys === location.origin ? <p class="gate-or">or</p> : null}
          <PasskeyButton origin={ways.passkeys} />
          {ways.oidc ? <ProviderButton api={api} name={ways.oidc.name} /> : null}
        </>
      }
    >
      <label class="field">
        <span>E-mail</span>
        <input class="input" type="email" name="email" autocomplete="username" required autofocus />
      </label>
      <label class="field">
        <span>Password</span>
        <input class="input" type="password" name="password" autocomplete="current-password" required />
      </label>
    </Gate>
  );
}

/** Asks for a code of the authenticator app or a recovery code. */
export function SecondStepPage() {
  const { session } = useApp();
  const kind = useSignal<"app" | "recovery">("app");
  const code = useSignal("");
  const isApp = kind.value === "app";
  return (
    <Gate
      title="One more step"
      note={isApp ? "Enter the code that your authenticator app shows." : "Enter one of your recovery codes."}
      verb="Continue"
      busyVerb="Checking…"
      onSubmit={() => session.giveCode(code.value, kind.value)}
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
    </Gate>
  );
}
