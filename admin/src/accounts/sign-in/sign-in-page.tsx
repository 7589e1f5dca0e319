import { useRef } from "preact/hooks";
import type { SignInWays } from "../../../../protocol/account.ts";
import type { Api } from "../../api.ts";
import { useApp } from "../../app-context.ts";
import { AuthLayout } from "./gate.tsx";
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
      <AuthLayout
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
    <AuthLayout
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
    </AuthLayout>
  );
}
