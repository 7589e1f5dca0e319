import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { webhooksStoreOf } from "./webhooks-store.ts";

/** A secret that was just made, shown this once. */
export function SecretDialog() {
  const webhooks = webhooksStoreOf(useWorkspace().api);
  const made = webhooks.secret.value;
  return (
    <Dialog open={made !== null} label="The secret of the webhook" class="dialog-small" onClose={webhooks.forgetSecret}>
      {made ? <Secret {...made} /> : null}
    </Dialog>
  );
}

function Secret({ name, secret }: { name: string; secret: string }) {
  const { toasts, api } = useWorkspace();
  const webhooks = webhooksStoreOf(api);
  const copied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      copied.value = true;
    } catch {
      toasts.fail("Copying is not allowed here. Select the secret and copy it.");
    }
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Copy the secret</h2>
      </div>
      <div class="dialog-body stack">
        <p>
          Every request to <strong dir="auto">{name}</strong> is signed with it. It is shown only once. You can create a
          new one at any time.
        </p>
        <input
          class="input mono"
          readOnly
          aria-label="Secret"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={webhooks.forgetSecret}>
          Done
        </button>
        <button type="button" class="btn primary" autofocus onClick={() => void copy()}>
          {copied.value ? "Copied" : "Copy"}
        </button>
      </div>
    </>
  );
}
