import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SiteView } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { siteRoutes } from "../../../../protocol/routes/sites.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { createLoaded } from "../../ui/loaded.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice, Spinner } from "../../ui/states.tsx";
import { ageWords, now } from "../../ui/time.ts";
import { useButtonWork } from "../../ui/work.ts";
import { LibraryTabs } from "../library-tabs.tsx";
import { FetchDocument } from "./fetch-document.tsx";
import { everyWords, failureWords, inWords, RefreshSelect } from "./refresh-card.tsx";

/** Poll interval while sitemaps are read, in ms. */
const pollMs = 3_000;

/** The tenant's sitemaps. */
export function SitesPage() {
  const { may } = useWorkspace();
  const sites = useSites();
  const adding = useSignal(false);
  const closeAdding = () => {
    adding.value = false;
    sites.load();
  };
  const forgetting = useSignal<SiteView | null>(null);
  const close = () => (forgetting.value = null);
  const forgotten = forgetting.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Sitemaps</h1>
          <p class="muted">Sitemaps whose pages were added. New pages are added automatically.</p>
        </div>
        {may("manager") ? (
          <button type="button" class="btn primary" onClick={() => (adding.value = true)}>
            <Icon name="plus" /> Add sitemap
          </button>
        ) : null}
      </header>
      <LibraryTabs />
      <LoadedPart state={sites.state} name="The sitemaps" onRetry={sites.load}>
        {(items) => <SiteList items={items} sites={sites} onDelete={(site) => (forgetting.value = site)} />}
      </LoadedPart>
      <Dialog open={adding.value} label="Add sitemap" onClose={closeAdding}>
        <DialogHead onClose={closeAdding}>Add sitemap</DialogHead>
        <div class="dialog-body">
          <FetchDocument site onClose={closeAdding} />
        </div>
      </Dialog>
      <Dialog open={forgotten !== null} label="Remove the sitemap" class="dialog-small" onClose={close}>
        {forgotten ? <ForgetSite site={forgotten} onForget={() => sites.remove(forgotten.id)} onClose={close} /> : null}
      </Dialog>
    </div>
  );
}

type Sites = ReturnType<typeof useSites>;

/** The list of sitemaps with its actions; polls while one is read. */
function useSites() {
  const { api } = useWorkspace();
  const loaded = useMemo(() => createLoaded<SiteView[]>(), []);
  const load = () =>
    void loaded.load(async (stop) => (await api.call(siteRoutes.listSites, {}, { signal: stop })).items);
  useEffect(load, [loaded]);
  const state = loaded.state.value;
  const atWork = state.type === "ready" && state.value.some(({ is_reading: isReading }) => isReading);
  useEffect(() => {
    if (!atWork) return;
    const timer = setInterval(load, pollMs);
    return () => clearInterval(timer);
  }, [atWork]);
  const work = async (run: Promise<unknown>): Promise<string | null> => {
    try {
      await run;
      load();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  };
  return {
    state,
    load,
    change: (id: string, every: RefreshEvery) =>
      work(api.call(siteRoutes.changeSite, { id, body: { refresh: every } })),
    fetch: (id: string) => work(api.call(siteRoutes.fetchSite, { id })),
    remove: (id: string) => work(api.call(siteRoutes.deleteSite, { id })),
  };
}

interface ListProps {
  items: readonly SiteView[];
  sites: Sites;
  onDelete: (site: SiteView) => void;
}

function SiteList({ items, sites, onDelete }: ListProps) {
  if (items.length === 0) {
    return <Notice title="No sitemaps yet" text="Add the sitemap of your help centre to import its pages." />;
  }
  return (
    <ul class="sites">
      {items.map((site) => (
        <SiteRow
          key={site.id}
          site={site}
          onChange={(every) => sites.change(site.id, every)}
          onFetch={() => sites.fetch(site.id)}
          onDelete={() => onDelete(site)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  site: SiteView;
  /** These return an error message on failure. */
  onChange: (every: RefreshEvery) => Promise<string | null>;
  onFetch: () => Promise<string | null>;
  onDelete: () => void;
}

/** One sitemap: pages, schedule and errors. */
function SiteRow({ site, onChange, onFetch, onDelete }: RowProps) {
  const failure = failureWords(site, now.value);
  return (
    <li class="site">
      <div class="site-main">
        <h2 dir="auto">{site.address}</h2>
        <p class="muted">{factsOf(site, now.value)}</p>
        {failure ? <p class="document-error">{failure}</p> : null}
        {site.gone > 0 ? (
          <p class="refresh-gone">
            {pages(site.gone)} {site.gone === 1 ? "is" : "are"} no longer listed. Nothing was deleted.
          </p>
        ) : null}
        {site.failing > 0 ? <p class="document-error">{pages(site.failing)} could not be fetched.</p> : null}
      </div>
      <Actions site={site} onChange={onChange} onFetch={onFetch} onDelete={onDelete} />
    </li>
  );
}

function Actions({ site, onChange, onFetch, onDelete }: RowProps) {
  const { may } = useWorkspace();
  const { busy, run } = useButtonWork();
  if (!may("manager")) return <p class="muted">{everyWords[site.every]}</p>;
  return (
    <div class="refresh-actions">
      <RefreshSelect
        label={`Refresh schedule of ${site.address}`}
        hidesLabel
        value={site.every}
        onChange={(every) => void run(() => onChange(every), "Changed the schedule of the sitemap and its pages")}
      />
      <button
        type="button"
        class="btn"
        aria-label={`${site.is_reading ? "Reading" : "Check now"}: ${site.address}`}
        aria-disabled={busy.value || site.is_reading}
        onClick={() => (site.is_reading ? undefined : void run(onFetch, "Started reading the sitemap"))}
      >
        {site.is_reading ? <Spinner /> : null} {site.is_reading ? "Reading" : "Check now"}
      </button>
      <button type="button" class="icon-btn" aria-label={`Remove ${site.address}`} onClick={onDelete}>
        <Icon name="trash" />
      </button>
    </div>
  );
}

function factsOf(site: SiteView, at: number): string {
  const facts = [
    `${pages(site.documents)} in the library`,
    site.looked_at ? `read ${ageWords(site.looked_at, at)}` : "not read yet",
    site.next_at && site.failures === 0 ? `next ${inWords(site.next_at, at)}` : "",
    site.set ? `set ${site.set}` : "",
  ];
  return facts.filter(Boolean).join(" · ");
}

function pages(number: number): string {
  return `${count(number)} page${number === 1 ? "" : "s"}`;
}

interface ForgetProps {
  site: SiteView;
  onForget: () => Promise<string | null>;
  onClose: () => void;
}

/** Asks for confirmation before a sitemap is removed. */
function ForgetSite({ site, onForget, onClose }: ForgetProps) {
  const error = useSignal("");
  const forget = async () => {
    error.value = (await onForget()) ?? "";
    if (!error.value) onClose();
  };
  return (
    <ConfirmDialog title="Remove the sitemap?" verb="Remove" error={error.value} onYes={forget} onClose={onClose}>
      <p>
        {site.address} will no longer be checked. Its {site.documents === 1 ? "document stays" : "documents stay"} and
        pages are still refreshed.
      </p>
    </ConfirmDialog>
  );
}
