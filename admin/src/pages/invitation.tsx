import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OpenInvitation } from "../../../protocol/account.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../api-error.ts";
import { useApp } from "../app-context.ts";
import { Gate, GateNote } from "../people/gate.tsx";
import { minPasswordChars, PasswordField } from "../people/password-field.tsx";
import { roleLabel } from "../people/role-choice.tsx";

interface InvitationPageProps {
  api: Api;
  token: string;
}

/** `/console/invitation#token`: a new account, or one more workspace for the one that is there. */
export function InvitationPage({ api, token }: InvitationPageProps) {
  const invitation = useSignal<OpenInvitation | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    api.openInvitation(token).then(
      (open) => (invitation.value = open),
      (error: unknown) => (problem.value = errorSentence(error)),
    );
  }, [api, token]);
  if (problem.value)
    return (
      <GateNote title="This link does not work" text={problem.value}>
        <a class="btn wide" href="/console/" target="_top">
          Go to the console
        </a>
      </GateNote>
    );
  if (!invitation.value) return <div class="gate" role="status" aria-label="Loading" />;
  const props = { api, token, invitation: invitation.value };
  return invitation.value.has_account ? <Join {...props} /> : <NewAccount {...props} />;
}

type Opened = InvitationPageProps & { invitation: OpenInvitation };

function NewAccount({ api, token, invitation }: Opened) {
  const { session } = useApp();
  const name = useSignal("");
  const password = useSignal("");
  const submit = async () => {
    try {
      const { email } = await api.acceptInvitation({ token, name: name.value.trim(), password: password.value });
      const problem = await session.signIn(email, password.value);
      if (problem) return problem;
      goToConsole();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  };
  return (
    <Gate
      title={`Join ${invitation.tenant}`}
      note={words(invitation)}
      verb="Join"
      busyVerb="Joining…"
      onSubmit={submit}
    >
      <label class="field">
        <span>E-mail</span>
        <input class="input" type="email" autocomplete="username" readOnly value={invitation.email} />
      </label>
      <label class="field">
        <span>Your name</span>
        <input
          class="input"
          required
          maxLength={100}
          autocomplete="name"
          autofocus
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <PasswordField
        label="Password"
        kind="new"
        value={password.value}
        hint={`At least ${minPasswordChars} characters.`}
        onChange={(value) => (password.value = value)}
      />
    </Gate>
  );
}

/** The account is there: its owner signs in, at the gate that this page stands behind then, and joins. */
function Join({ api, token, invitation }: Opened) {
  const { session } = useApp();
  const state = session.state.value;
  const password = useSignal("");
  const isOther = state.type === "signed_in" && state.me.email?.toLowerCase() !== invitation.email;
  const join = async () => {
    if (state.type !== "signed_in") return session.signIn(invitation.email, password.value);
    try {
      if (isOther) {
        await session.signOut();
        return null;
      }
      await api.joinTenant(token);
      goToConsole();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  };
  if (state.type === "signed_in")
    return (
      <Gate
        title={`Join ${invitation.tenant}`}
        note={
          isOther
            ? `This invitation is for ${invitation.email}. You are signed in as ${state.me.email}.`
            : words(invitation)
        }
        verb={isOther ? "Sign out" : "Join"}
        onSubmit={join}
      />
    );
  return (
    <Gate
      title={`Join ${invitation.tenant}`}
      note={`${words(invitation)} You have an account: sign in to join.`}
      verb="Sign in"
      busyVerb="Signing in…"
      onSubmit={join}
    >
      <label class="field">
        <span>E-mail</span>
        <input class="input" type="email" autocomplete="username" readOnly value={invitation.email} />
      </label>
      <PasswordField
        label="Password"
        kind="current"
        autofocus
        value={password.value}
        onChange={(value) => (password.value = value)}
      />
    </Gate>
  );
}

function words({ invited_by: by, role }: OpenInvitation): string {
  return `${by} invited you as ${roleLabel(role).toLowerCase()}.`;
}

/** A whole new page: what is loaded belongs to the workspace that the session works for now, and the token leaves the address. */
function goToConsole(): void {
  location.replace("/console/");
}
