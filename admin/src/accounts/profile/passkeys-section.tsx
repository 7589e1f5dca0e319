import { useSignal } from "@preact/signals";
import type { Passkey } from "../../../../protocol/passkeys.ts";
import { passkeyRoutes } from "../../../../protocol/routes/passkeys.ts";
import { useWorkspace } from "../../app-context.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { useDialogWork } from "../../ui/work.ts";
import { PasswordQuestion } from "../password.tsx";
import { makePasskey, passkeyObstacle, passkeySentence } from "../sign-in/passkey-browser.ts";
import { deviceName } from "./sessions-section.tsx";

/** Passkeys of the user's devices, for sign-in without a password. */
export function PasskeysSection({ passkeys, origin }: { passkeys: readonly Passkey[]; origin: string | null }) {
  const { profile, toasts } = useWorkspace();
  const isAdding = useSignal(false);
  const obstacle = passkeyObstacle(origin);
  const close = () => {
    isAdding.value = false;
  };
  const add = (password: string) =>
    profile.run(async (call) => {
      const answer = await makePasskey(await call(passkeyRoutes.startPasskey, { body: { password } }));
      await call(passkeyRoutes.addPasskey, { body: { answer, name: deviceName(navigator.userAgent) } });
      close();
      toasts.show("Added the passkey");
    }, passkeySentence);
  return (
    <section class="settings-group" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p class="muted">
        {passkeys.length === 0
          ? "No passkeys yet. Sign in with your fingerprint, face or PIN instead of a password."
          : "Sign in without a password. Remove passkeys of devices you no longer have."}
      </p>
      {passkeys.length > 0 ? (
        <ul class="invitations">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {obstacle ? (
        <p class="muted" role="note">
          {obstacle}
        </p>
      ) : (
        <div class="button-row">
          <button type="button" class="btn" onClick={() => (isAdding.value = true)}>
            Add a passkey
          </button>
        </div>
      )}
      <Dialog open={isAdding.value} label="Add a passkey" class="dialog-small" onClose={close}>
        {isAdding.value ? (
          <PasswordQuestion
            title="Add a passkey"
            text="Your browser will ask where to save it."
            verb="Continue"
            onGive={add}
            onClose={close}
          />
        ) : null}
      </Dialog>
    </section>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const { profile, toasts } = useWorkspace();
  // Null until the user types: an effect that copies the name could run after the first letters and delete them.
  const typed = useSignal<string | null>(null);
  const rename = async () => {
    const next = (typed.value ?? passkey.name).trim();
    if (next === passkey.name) {
      typed.value = null;
      return;
    }
    const problem =
      next === ""
        ? "Enter a name."
        : await profile.run((call) => call(passkeyRoutes.renamePasskey, { id: passkey.id, body: { name: next } }));
    typed.value = null;
    if (problem) toasts.fail(problem);
    else toasts.show("Renamed the passkey");
  };
  const isRemoving = useSignal(false);
  const close = () => (isRemoving.value = false);
  const used = passkey.last_used_at;
  return (
    <li>
      <span class="person-words">
        <input
          class="input passkey-name"
          aria-label="Name of the passkey"
          maxLength={60}
          value={typed.value ?? passkey.name}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          onBlur={() => void rename()}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
        />
        <span class="document-source" title={used ? fullTime(used) : ""}>
          {used ? `Used ${ageWords(used, now.value)}` : "Not used yet"} · since {fullTime(passkey.created_at)}
        </span>
      </span>
      <button
        type="button"
        class="btn small"
        aria-label={`Remove the passkey ${passkey.name}`}
        onClick={() => (isRemoving.value = true)}
      >
        Remove
      </button>
      <Dialog open={isRemoving.value} label="Remove the passkey" class="dialog-small" onClose={close}>
        {isRemoving.value ? <RemovePasskey passkey={passkey} onClose={close} /> : null}
      </Dialog>
    </li>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { profile } = useWorkspace();
  const { busy, error, run } = useDialogWork(onClose);
  const remove = () =>
    run(() => profile.run((call) => call(passkeyRoutes.removePasskey, { id: passkey.id })), "Removed the passkey");
  return (
    <ConfirmDialog
      title={`Remove “${passkey.name}”?`}
      verb="Remove"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>You can no longer sign in with it. You can add it again later.</p>
    </ConfirmDialog>
  );
}
