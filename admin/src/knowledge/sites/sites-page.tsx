import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SiteView } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-error.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { createLoaded } from "../../ui/loaded.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { LibraryTabs } from "../library-tabs.tsx";
import { ForgetSite } from "./forget-site.tsx";
import { siteCalls } from "./site-calls.ts";
import { SiteRow } from "./site-row.tsx";

/** How often sitemaps that are being read are looked at, in ms. */
const lookMs = 3_000;

/** The sitemaps whose pages were taken in. */
export function SitesPage() {
  const sites = useSites();
  const forgetting = useSignal<SiteView | null>(null);
  const close = () => (forgetting.value = null);
  const forgotten = forgetting.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Library</h1>
          <p class="muted">Sitemaps whose pages were added. New pages are added automatically.</p>
        </div>
      </header>
      <LibraryTabs current="sites" />
      <LoadedPart state={sites.state} name="The sitemaps" onRetry={sites.load}>
        {(items) => <SiteList items={items} sites={sites} onDelete={(site) => (forgetting.value = site)} />}
      </LoadedPart>
      <Dialog open={forgotten !== null} label="Remove the sitemap" class="dialog-small" onClose={close}>
        {forgotten ? <ForgetSite site={forgotten} onForget={() => sites.remove(forgotten.id)} onClose={close} /> : null}
      </Dialog>
    </div>
  );
}

type Sites = ReturnType<typeof useSites>;

/** The list, read again while something in it is at work, and what is done to its rows. */
function useSites() {
  const { api } = useWorkspace();
  const calls = useMemo(() => siteCalls(api.admin), [api]);
  const loaded = useMemo(() => createLoaded<SiteView[]>(), []);
  const load = () => void loaded.load(async (stop) => (await calls.list(stop)).items);
  useEffect(load, [loaded]);
  const state = loaded.state.value;
  const atWork = state.type === "ready" && state.value.some(({ is_reading: isReading }) => isReading);
  useEffect(() => {
    if (!atWork) return;
    const timer = setInterval(load, lookMs);
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
    change: (id: string, every: RefreshEvery) => work(calls.change(id, every)),
    fetch: (id: string) => work(calls.fetch(id)),
    remove: (id: string) => work(calls.remove(id)),
  };
}

interface ListProps {
  items: readonly SiteView[];
  sites: Sites;
  onDelete: (site: SiteView) => void;
}

function SiteList({ items, sites, onDelete }: ListProps) {
  if (items.length === 0) {
    const text = "Add one under Documents: “Add document”, then “Web page”.";
    return <Notice title="No sitemaps yet" text={text} />;
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
