import { useSignal } from "@preact/signals";
import type { SiteView } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { Spinner } from "../../ui/states.tsx";
import { RefreshSelect } from "./refresh-select.tsx";
import { ago, everyWords, failureWords, inWords } from "./refresh-words.ts";

interface RowProps {
  site: SiteView;
  /** These return a sentence when they were refused. */
  onChange: (every: RefreshEvery) => Promise<string | null>;
  onFetch: () => Promise<string | null>;
  onDelete: () => void;
}

/** One sitemap: its pages, when it is looked at, and what went wrong. */
export function SiteRow({ site, onChange, onFetch, onDelete }: RowProps) {
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
  const { toasts, may } = useWorkspace();
  const busy = useSignal(false);
  const run = async (work: () => Promise<string | null>, done: string) => {
    if (busy.value) return;
    busy.value = true;
    const problem = await work();
    busy.value = false;
    if (problem) toasts.fail(problem);
    else toasts.show(done);
  };
  if (!may("manager")) return <p class="muted">{everyWords[site.every]}</p>;
  return (
    <div class="refresh-actions">
      <RefreshSelect
        label={`Refresh schedule of ${site.address}`}
        hidesLabel
        value={site.every}
        onChange={(every) => void run(() => onChange(every), "Changed for the sitemap and its pages")}
      />
      <button
        type="button"
        class="btn"
        aria-label={`${site.is_reading ? "Reading" : "Check now"}: ${site.address}`}
        aria-disabled={busy.value || site.is_reading}
        onClick={() => (site.is_reading ? undefined : void run(onFetch, "Reading the sitemap"))}
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
    site.looked_at ? `read ${ago(site.looked_at, at)}` : "not read yet",
    site.next_at && site.failures === 0 ? `next ${inWords(site.next_at, at)}` : "",
    site.set ? `set ${site.set}` : "",
  ];
  return facts.filter(Boolean).join(" · ");
}

function pages(number: number): string {
  return `${count(number)} page${number === 1 ? "" : "s"}`;
}
