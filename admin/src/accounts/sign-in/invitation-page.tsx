import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OpenInvitation, SignInWays } from "../../../../protocol/account.ts";
import { linkRoutes } from "../../../../protocol/routes/links.ts";
import type { Api } from "../../api.ts";
import { useApp } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { minPasswordChars, PasswordField } from "../password.tsx";
import { roleLabel } from "../people/role-choice.tsx";
import { AuthLayout, AuthNote } from "./gate.tsx";
import { goToProvider, keepInvitation, ProviderButton, useProblem, useSignInWays } from "./sign-in-ways.tsx";

interface InvitationPageProps {
  api: Api;
  token: string;
}

/** `/console/invitation#token`: creates an account, or adds the workspace to an existing one. */
export function InvitationPage({ api, token }: InvitationPageProps) {
  const invitation = useSignal<OpenInvitation | null>(null);
  const problem = useSignal("");
  const ways = useSignInWays(api).value;
  const problemOf = useProblem();
  useEffect(() => {
    api.call(linkRoutes.openInvitation, { body: { token } }).then(
      (open) => (invitation.value = open),
      (error: unknown) => (problem.value = errorSentence(error)),
    );
  }, [api, token]);
  if (problem.value)
    return (
      <AuthNote title="This link does not work" text={problem.value}>
        <a class="btn wide" href="/console/" target="_top">
          Go to the console
        </a>
      </AuthNote>
    );
  if (!invitation.value || !ways) return <div class="gate" role="status" aria-label="Loading" />;
  const props = { api, token, invitation: invitation.value, ways, problem: problemOf(ways.oidc?.name) };
  return invitation.value.has_account ? <Join {...props} /> : <NewAccount {...props} />;
}

interface Opened extends InvitationPageProps {
  invitation: OpenInvitation;
  ways: SignInWays;
  /** Why the sign-in with the identity provider failed. */
  problem: string;
}

/** The operator's identity provider is the only way to sign in; it also creates the account. */
function ByProvider({ api, token, invitation, ways, problem }: Opened) {
  const name = ways.oidc?.name ?? "";
  const go = () => {
    keepInvitation(token);
    return goToProvider(api, name, invitation.has_account ? undefined : token);
  };
  return (
    <AuthLayout
      title={`Join ${invitation.tenant}`}
      note={words(invitation)}
      problem={problem}
      verb={`Continue with ${name}`}
      onSubmit={go}
    />
  );
}

/** Provider sign-in as an alternative to a password. */
function OrByProvider({ api, token, invitation, ways }: Opened) {
  if (!ways.oidc) return null;
  return (
    <>
      <p class="gate-or">or</p>
      <ProviderButton api={api} name={ways.oidc.name} invitation={token} hasAccount={invitation.has_account} />
    </>
  );
}

function NewAccount(opened: Opened) {
  const { api, token, invitation, ways, problem } = opened;
  const { session } = useApp();
  const name = useSignal("");
  const password = useSignal("");
  const submit = async () => {
    try {
      const body = { token, name: name.value.trim(), password: password.value };
      const { email } = await api.call(linkRoutes.acceptInvitation, { body });
      const problem = await session.signIn(email, password.value);
      if (problem) return problem;
      goToConsole();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  };
  if (!ways.password) return <ByProvider {...opened} />;
  return (
    <AuthLayout
      title={`Join ${invitation.tenant}`}
      note={words(invitation)}
      problem={problem}
      verb="Join"
      busyVerb="Joining…"
      onSubmit={submit}
      after={ways.oidc ? <OrByProvider {...opened} /> : null}
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
    </AuthLayout>
  );
}

/** The account exists: its owner signs in on the sign-in page, which is then shown before this one, and joins. */
function Join(opened: Opened) {
  const { api, token, invitation, ways, problem } = opened;
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
      await api.call(linkRoutes.joinTenant, { body: { token } });
      goToConsole();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  };
  if (state.type === "signed_in")
    return (
      <AuthLayout
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
  if (!ways.password) return <ByProvider {...opened} />;
  return (
    <AuthLayout
      title={`Join ${invitation.tenant}`}
      problem={problem}
      after={ways.oidc ? <OrByProvider {...opened} /> : null}
      note={`${words(invitation)} You already have an account. Sign in to join.`}
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
    </AuthLayout>
  );
}

function words({ invited_by: by, role }: OpenInvitation): string {
  return `${by} invited you as ${roleLabel(role).toLowerCase()}.`;
}

/** A full page load: the loaded data belongs to the session's previous workspace, and the token has to leave the URL. */
function goToConsole(): void {
  location.replace("/console/");
}
