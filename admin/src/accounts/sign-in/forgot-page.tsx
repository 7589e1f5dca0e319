import { useSignal } from "@preact/signals";
import { linkRoutes } from "../../../../protocol/routes/links.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { minPasswordChars, PasswordField } from "../password.tsx";
import { AuthLayout, AuthNote } from "./gate.tsx";

/** `/console/forgot`: sends a link to reset the password. */
export function ForgotPage({ api }: { api: Api }) {
  const email = useSignal("");
  const mailed = useSignal<boolean | null>(null);
  if (mailed.value !== null) return <Asked email={email.value.trim()} mailed={mailed.value} />;
  return (
    <AuthLayout
      title="Forgot your password?"
      note="We'll e-mail you a link to set a new one."
      verb="Send the link"
      busyVerb="Sending…"
      after={<a href="/console/">Back to sign-in</a>}
      onSubmit={async () => {
        try {
          mailed.value = (await api.call(linkRoutes.forgotPassword, { body: { email: email.value.trim() } })).mail;
          return null;
        } catch (error) {
          return errorSentence(error);
        }
      }}
    >
      <label class="field">
        <span>E-mail</span>
        <input
          class="input"
          type="email"
          autocomplete="username"
          required
          autofocus
          value={email.value}
          onInput={(event) => (email.value = event.currentTarget.value)}
        />
      </label>
    </AuthLayout>
  );
}

/** The same text for every address; on installations without e-mail, it says whom to contact. */
function Asked({ email, mailed }: { email: string; mailed: boolean }) {
  return (
    <AuthNote
      title={mailed ? "Check your e-mail" : "Ask an admin"}
      text={
        mailed
          ? `If ${email} has an account here, we've sent a link to it. It is valid for one hour.`
          : "This installation can't send e-mail. Ask an admin to create a password link: People, your name, “Create password link”."
      }
    >
      <a class="btn wide" href="/console/">
        Back to sign-in
      </a>
    </AuthNote>
  );
}

/** `/console/reset#token`: sets a new password. */
export function ResetPage({ api, token }: { api: Api; token: string }) {
  const password = useSignal("");
  const isDone = useSignal(false);
  if (isDone.value)
    return (
      <AuthNote title="Password changed" text="You've been signed out everywhere. Sign in with your new password.">
        <a class="btn primary wide" href="/console/" target="_top">
          Sign in
        </a>
      </AuthNote>
    );
  return (
    <AuthLayout
      title="Set a new password"
      verb="Set password"
      after={<a href="/console/forgot">Send a new link</a>}
      onSubmit={async () => {
        try {
          await api.call(linkRoutes.resetPassword, { body: { token, password: password.value } });
          isDone.value = true;
          return null;
        } catch (error) {
          return errorSentence(error);
        }
      }}
    >
      <PasswordField
        label="New password"
        kind="new"
        autofocus
        value={password.value}
        hint={`At least ${minPasswordChars} characters.`}
        onChange={(value) => (password.value = value)}
      />
    </AuthLayout>
  );
}
