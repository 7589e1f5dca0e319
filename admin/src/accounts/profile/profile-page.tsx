import { useEffect } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { LanguageSection } from "./language-section.tsx";
import { NoticesSection } from "./notices-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SecondStepSection } from "./second-step-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The own account. */
export function ProfilePage() {
  const { profile } = useWorkspace();
  useEffect(() => void profile.load(), [profile]);
  const own = profile.profile.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Your profile</h1>
          <p class="muted">{own?.email ?? ""}</p>
        </div>
      </header>
      {profile.phase.value === "loading" ? <Skeleton rows={5} kind="card" label="Loading your profile" /> : null}
      {profile.phase.value === "failed" ? (
        <ErrorState
          title="Your profile could not be loaded"
          text={profile.error.value}
          onRetry={() => void profile.load()}
        />
      ) : null}
      {own ? (
        <div class="profile">
          <ProfileSection own={own} />
          <LanguageSection />
          <NoticesSection />
          {own.has_password ? <PasswordSection /> : <NoPassword />}
          {own.has_password ? <SecondStepSection isOn={own.two_factor} /> : null}
          {own.has_password ? <PasskeysSection passkeys={own.passkeys} origin={own.passkey_origin} /> : null}
          <SessionsSection sessions={own.sessions} />
        </div>
      ) : null}
    </div>
  );
}

/** Of somebody who came by the operator's provider. */
function NoPassword() {
  return (
    <section class="settings-group" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p class="muted">
        You sign in with another service. To set a password, choose “Forgot your password?” on the sign-in page.
      </p>
    </section>
  );
}
