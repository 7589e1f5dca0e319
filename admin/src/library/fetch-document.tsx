import { useSignal } from "@preact/signals";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { safeLink } from "../../../screens/links/safe-link.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";
import { RefreshSelect } from "./refresh-select.tsx";

/** A page by its address, or every page that a sitemap lists. The server fetches them. */
export function FetchDocument({ onClose }: { onClose: () => void }) {
  const { library, toasts } = useWorkspace();
  const address = useSignal("");
  const isSite = useSignal(false);
  const every = useSignal<RefreshEvery>("weekly");
  const busy = useSignal(false);
  const error = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const url = address.value.trim();
    if (busy.value) return;
    if (!/^https?:/i.test(url) || !safeLink(url)) {
      error.value = "The address must start with https:// or http://.";
      return;
    }
    busy.value = true;
    error.value = (await library.add({ ...(isSite.value ? { sitemap: url } : { url }), refresh: every.value })) ?? "";
    busy.value = false;
    if (error.value) return;
    toasts.show(isSite.value ? "The sitemap is read; its pages appear here one by one" : "The page is being fetched");
    onClose();
  };
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <label class="field">
        <span>Address</span>
        <input
          class="input"
          type="url"
          placeholder="https://www.example.com/help/returns"
          autofocus
          autocomplete="off"
          maxLength={2_000}
          value={address.value}
          onInput={(event) => {
            address.value = event.currentTarget.value;
            error.value = "";
          }}
        />
        <small>The same address again makes a new version.</small>
      </label>
      <RefreshSelect label="Fetch again" value={every.value} onChange={(next) => (every.value = next)} />
      <SitemapOption isSite={isSite.value} onChange={(next) => (isSite.value = next)} />
      <p class="form-error" role="alert">
        {error.value}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="btn primary" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Fetch
        </button>
      </div>
    </form>
  );
}

function SitemapOption({ isSite, onChange }: { isSite: boolean; onChange: (isSite: boolean) => void }) {
  return (
    <label class="option">
      <input type="checkbox" checked={isSite} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <strong>This is a sitemap</strong>
        <small>Every page that it lists becomes a document.</small>
      </span>
    </label>
  );
}
