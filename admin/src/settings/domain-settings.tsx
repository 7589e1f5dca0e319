import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/states.tsx";
import { useDialogWork, useWork } from "../ui/work.ts";
import { pageCheckOf } from "./embed-store.ts";

/** Domains on which the widget may be shown. Changes are saved at once. */
export function DomainSettings({ domains }: { domains: readonly string[] }) {
  const { may, api } = useWorkspace();
  const pageCheck = pageCheckOf(api);
  const check = (domain: string) => {
    pageCheck.url.value = `${domain}/`;
    void pageCheck.check();
    document.getElementById("page-check")?.scrollIntoView({ block: "start" });
    document.getElementById("check-url")?.focus({ preventScroll: true });
  };
  const removing = useSignal<string | null>(null);
  const close = () => (removing.value = null);
  return (
    <section class="settings-group" id="domains" aria-labelledby="group-domains">
      <h2 id="group-domains">Domains</h2>
      <p class="muted">Sites that may show the widget. Changes apply immediately.</p>
      {domains.length === 0 ? <p>No domains yet. The widget is blocked everywhere.</p> : null}
      <ul class="domains">
        {domains.map((domain) => (
          <li key={domain}>
            <code>{domain}</code>
            {may("admin") ? (
              <span class="domain-actions">
                {domain.includes("*") ? null : (
                  <button
                    type="button"
                    class="btn ghost small"
                    aria-label={`Check ${domain}`}
                    onClick={() => check(domain)}
                  >
                    Check
                  </button>
                )}
                <button
                  type="button"
                  class="icon-btn small"
                  aria-label={`Remove ${domain}`}
                  onClick={() => (removing.value = domain)}
                >
                  <Icon name="close" />
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {may("admin") ? <AddDomain /> : null}
      <Dialog open={removing.value !== null} label="Remove domain" class="dialog-small" onClose={close}>
        {removing.value !== null ? <RemoveDomain domain={removing.value} onClose={close} /> : null}
      </Dialog>
    </section>
  );
}

function AddDomain() {
  const { settings } = useWorkspace();
  const text = useSignal("");
  const { busy, error: problem, run } = useWork();
  const add = async (event: Event) => {
    event.preventDefault();
    if (busy.value || text.value.trim() === "") return;
    if (await run(() => settings.addDomain(text.value.trim()))) text.value = "";
  };
  return (
    <form class="field" noValidate onSubmit={add}>
      <label for="new-domain">Add a domain</label>
      <div class="field-line">
        <input
          id="new-domain"
          class="input"
          placeholder="https://www.example.com"
          autocomplete="off"
          spellcheck={false}
          maxLength={300}
          value={text.value}
          aria-invalid={problem.value !== ""}
          aria-describedby="new-domain-note"
          onInput={(event) => {
            text.value = event.currentTarget.value;
            problem.value = "";
          }}
        />
        <button type="submit" class="btn" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Add
        </button>
      </div>
      <small id="new-domain-note" role="status" class={problem.value ? "field-problem" : ""}>
        {problem.value || "Use https://*.example.com for all subdomains. example.com and www.example.com are separate."}
      </small>
    </form>
  );
}

function RemoveDomain({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { settings } = useWorkspace();
  const { busy, error, run } = useDialogWork(onClose);
  const remove = async () => {
    await run(() => settings.removeDomain(domain), `Removed ${domain}`);
  };
  return (
    <ConfirmDialog
      title="Remove this domain?"
      verb="Remove"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        The chat stops on <strong>{domain}</strong> immediately. Tickets are kept.
      </p>
    </ConfirmDialog>
  );
}
