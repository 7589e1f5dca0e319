import { useSignal } from "@preact/signals";
import type { MemberRole } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/ask-first.tsx";
import { LinkShown } from "./link-shown.tsx";
import { RoleChoice } from "./role-choice.tsx";

/** Asks whom to invite as what; without mail it ends with the link to hand over. */
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
    toasts.show(`Invitation sent to ${email.value.trim()}`);
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
        {people.sendsMail.value ? null : (
          <p class="muted">This installation can't send e-mail. You'll get a link to share yourself.</p>
        )}
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <DialogFoot
          verb={people.sendsMail.value ? "Send invitation" : "Create link"}
          busy={busy.value}
          onClose={onClose}
        />
      </div>
    </form>
  );
}
