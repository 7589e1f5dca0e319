import { useSignal } from "@preact/signals";
import type { MemberRole } from "../../../../protocol/admin.ts";
import type { Invitation } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { fullTime, now } from "../../ui/time.ts";
import { RoleChoice, roleLabel } from "./role-choice.tsx";

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Shows a new link; null for members who may only view. */
  onLink: ((link: string) => void) | null;
}

const dayMs = 24 * 60 * 60_000;

/** Pending invitations. */
export function InvitationList({ invitations, onLink }: InvitationListProps) {
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" class="list-title">
        Invited
      </h2>
      <ul class="invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <span class="person-words">
              <span class="person-line">{invitation.email}</span>
              <span class="document-source" title={`Expires ${fullTime(invitation.expires_at)}`}>
                {roleLabel(invitation.role)} · {stateOf(invitation)}
              </span>
            </span>
            {onLink ? <Actions invitation={invitation} onLink={onLink} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ invitation, onLink }: { invitation: Invitation; onLink: (link: string) => void }) {
  const { people, toasts } = useWorkspace();
  const { id, email } = invitation;
  const resend = async (byLink: boolean) => {
    const result = await people.resend(id, byLink);
    if ("problem" in result) toasts.fail(result.problem);
    else if (result.link) onLink(result.link);
    else toasts.show(`Sent the invitation to ${email} again`);
  };
  const withdraw = async () => {
    const problem = await people.withdraw(id);
    if (problem) toasts.fail(problem);
    else toasts.show(`Withdrew the invitation of ${email}`);
  };
  return (
    <span class="button-row">
      {people.sendsEmail.value ? (
        <button
          type="button"
          class="btn small"
          aria-label={`Send again to ${email}`}
          onClick={() => void resend(false)}
        >
          Send again
        </button>
      ) : null}
      <button type="button" class="btn small" aria-label={`New link for ${email}`} onClick={() => void resend(true)}>
        New link
      </button>
      <button
        type="button"
        class="btn small ghost"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => void withdraw()}
      >
        Withdraw
      </button>
    </span>
  );
}

const emailWords = {
  none: "not e-mailed",
  waiting: "e-mail queued",
  sent: "e-mail sent",
  failed: "e-mail rejected",
} as const;

function stateOf({ mail, expires_at: ends }: Invitation): string {
  const left = Date.parse(ends) - now.value;
  if (left <= 0) return "expired";
  // Rounded: the clocks of server and browser differ by seconds.
  const days = Math.max(1, Math.round(left / dayMs));
  return `${emailWords[mail]} · expires in ${days} day${days === 1 ? "" : "s"}`;
}

/** Invites a member: address and role. Without a mail server, the dialog shows the link to pass on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { people, toasts } = useWorkspace();
  const email = useSignal("");
  const role = useSignal<MemberRole>("agent");
  const busy = useSignal(false);
  const error = useSignal("");
  const link = useSignal<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    const result = await people.invite(email.value.trim(), role.value);
    busy.value = false;
    error.value = "problem" in result ? result.problem : "";
    if ("problem" in result) return;
    link.value = result.link;
    if (result.link) return;
    toasts.show(`Sent the invitation to ${email.value.trim()}`);
    onClose();
  };
  if (link.value) return <LinkShown title="Share this link" link={link.value} about="invitation" onClose={onClose} />;
  return (
    <form onSubmit={submit}>
      <div class="dialog-head">
        <h2>Invite a colleague</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>E-mail</span>
          <input
            class="input"
            type="email"
            required
            maxLength={320}
            autocomplete="off"
            autofocus
            value={email.value}
            onInput={(event) => (email.value = event.currentTarget.value)}
          />
        </label>
        <RoleChoice legend="Role" value={role.value} onChange={(next) => (role.value = next)} />
        {people.sendsEmail.value ? null : (
          <p class="muted">This installation can't send e-mail. You'll get a link to share yourself.</p>
        )}
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <DialogFoot
          verb={people.sendsEmail.value ? "Send invitation" : "Create link"}
          busy={busy.value}
          onClose={onClose}
        />
      </div>
    </form>
  );
}

const hints = {
  invitation: "Valid for 7 days, single use. A new link replaces it.",
  reset: "Valid for 1 hour, single use. It ends all of their sessions.",
} as const;

interface LinkShownProps {
  title: string;
  link: string;
  about: keyof typeof hints;
  onClose: () => void;
}

/** Shows a one-time link. Anybody who has it can use it, and it cannot be displayed again. */
export function LinkShown({ title, link, about, onClose }: LinkShownProps) {
  return (
    <>
      <div class="dialog-head">
        <h2>{title}</h2>
      </div>
      <div class="dialog-body">
        <CopyField label="Link" value={link} hint={hints[about]} />
        <p class="muted">It is shown only once. Send it through a private channel.</p>
        <div class="dialog-foot">
          <button type="button" class="btn primary" autofocus onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </>
  );
}
