import { useSignal } from "@preact/signals";
import type { SitePreview } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { siteRoutes } from "../../../../protocol/routes/sites.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { FormError } from "../../ui/dialog-head.tsx";
import { AddChosenPages } from "./choose-pages.tsx";
import { RefreshSelect } from "./refresh-card.tsx";

/** In ms; the server reads up to fifty sitemaps before it responds. */
const previewTimeoutMs = 40_000;

/**
 * Adds a web page by URL, or pages chosen from a sitemap. The server fetches them.
 * @param site only sitemaps, without the choice
 */
export function FetchDocument({ site = false, onClose }: { site?: boolean; onClose: () => void }) {
  const { api, library, toasts } = useWorkspace();
  const address = useSignal("");
  const isSite = useSignal(site);
  const every = useSignal<RefreshEvery>("weekly");
  const preview = useSignal<SitePreview | null>(null);
  const busy = useSignal(false);
  const error = useSignal("");
  const readSite = async (url: string) => {
    try {
      preview.value = await api.call(
        siteRoutes.previewSite,
        { body: { address: url } },
        { timeoutMs: previewTimeoutMs },
      );
    } catch (cause) {
      error.value = errorSentence(cause);
    }
  };
  const addPage = async (url: string) => {
    error.value = (await library.add({ url, refresh: every.value })) ?? "";
    if (error.value) return;
    toasts.show("Started to fetch the page");
    onClose();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const url = address.value.trim();
    if (busy.value) return;
    if (!/^https?:/i.test(url) || !safeLink(url)) {
      error.value = "The address must start with https:// or http://.";
      return;
    }
    busy.value = true;
    await (isSite.value ? readSite(url) : addPage(url));
    busy.value = false;
  };
  if (preview.value) {
    return (
      <AddChosenPages
        preview={preview.value}
        every={every.value}
        onBack={() => (preview.value = null)}
        onClose={onClose}
      />
    );
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <AddressField
        site={isSite.value}
        value={address.value}
        onType={(text) => {
          address.value = text;
          error.value = "";
        }}
      />
      <RefreshSelect label="Fetch again" value={every.value} onChange={(next) => (every.value = next)} />
      {site ? null : <SitemapOption isSite={isSite.value} onChange={(next) => (isSite.value = next)} />}
      <FormError text={error.value} />
      <DialogFoot verb={isSite.value ? "Choose pages" : "Fetch"} busy={busy.value} onClose={onClose} />
    </form>
  );
}

function AddressField({ site, value, onType }: { site: boolean; value: string; onType: (text: string) => void }) {
  return (
    <label class="field">
      <span>Address</span>
      <input
        class="input"
        type="url"
        placeholder={site ? "https://www.example.com/sitemap.xml" : "https://www.example.com/help/returns"}
        autofocus
        autocomplete="off"
        maxLength={2_000}
        value={value}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <small>
        {site
          ? "A sitemap, or a site whose sitemap Parley finds. You choose the pages next."
          : "Fetching an existing address creates a new version."}
      </small>
    </label>
  );
}

function SitemapOption({ isSite, onChange }: { isSite: boolean; onChange: (isSite: boolean) => void }) {
  return (
    <label class="option">
      <input type="checkbox" checked={isSite} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <strong>This is a sitemap or a whole site</strong>
        <small>Lists the pages for you to choose.</small>
      </span>
    </label>
  );
}
