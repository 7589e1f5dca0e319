import type { Invitation } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { now } from "../../ui/now.ts";
import { fullTime } from "../../ui/time.ts";
import { roleLabel } from "./role-choice.tsx";

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Shows a link that was made; null for those who may only look. */
  onLink: ((link: string) => void) | null;
}

const dayMs = 24 * 60 * 60_000;

/** Who is invited and has not come yet. */
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
    else toasts.show(`Invitation sent to ${email} again`);
  };
  const withdraw = async () => {
    const problem = await people.withdraw(id);
    if (problem) toasts.fail(problem);
    else toasts.show(`Invitation of ${email} withdrawn`);
  };
  return (
    <span class="button-row">
      {people.sendsMail.value ? (
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

const mailWords = {
  none: "link shared",
  waiting: "e-mail queued",
  sent: "e-mail sent",
  failed: "e-mail rejected",
} as const;

function stateOf({ mail, expires_at: ends }: Invitation): string {
  const left = Date.parse(ends) - now.value;
  if (left <= 0) return "expired";
  const days = Math.ceil(left / dayMs);
  return `${mailWords[mail]} · expires in ${days} day${days === 1 ? "" : "s"}`;
}
