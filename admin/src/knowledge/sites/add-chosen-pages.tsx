import { useSignal } from "@preact/signals";
import type { SitePreview } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { count } from "../../ui/format.ts";
import { Spinner } from "../../ui/states.tsx";
import { ChoosePages } from "./choose-pages.tsx";
import { isFree } from "./site-tree.ts";

interface ChosenProps {
  preview: SitePreview;
  every: RefreshEvery;
  onBack: () => void;
  onClose: () => void;
}

/** The second step of a sitemap: its pages are chosen, and only those become documents. */
export function AddChosenPages({ preview, every, onBack, onClose }: ChosenProps) {
  const { library, toasts } = useWorkspace();
  const { address: sitemap, at_once: limit } = preview;
  const free = preview.pages.filter(isFree).map(({ url }) => url);
  // A site of thousands is not taken in by a press of the wrong button.
  const chosen = useSignal<ReadonlySet<string>>(new Set(free.length > limit ? [] : free));
  const busy = useSignal(false);
  const error = useSignal("");
  const number = chosen.value.size;
  const problem = problemOf({ number, limit, free: free.length });
  const add = async (event: Event) => {
    event.preventDefault();
    if (busy.value || problem) return;
    busy.value = true;
    const pages = free.filter((url) => chosen.value.has(url));
    error.value = (await library.add({ sitemap, pages, refresh: every })) ?? "";
    busy.value = false;
    if (error.value) return;
    toasts.show(`${number === 1 ? "The page is" : `${count(number)} pages are`} being fetched and will appear here`);
    onClose();
  };
  return (
    <form class="stack" noValidate onSubmit={add}>
      <ChoosePages preview={preview} chosen={chosen.value} onChoose={(next) => (chosen.value = next)} />
      <p class={error.value ? "form-error" : "muted"} role="alert">
        {error.value || problem}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onBack}>
          Back
        </button>
        <button type="submit" class="btn primary" aria-disabled={busy.value || problem !== ""}>
          {busy.value ? <Spinner /> : null} Add {count(number)} page{number === 1 ? "" : "s"}
        </button>
      </div>
    </form>
  );
}

function problemOf({ number, limit, free }: { number: number; limit: number; free: number }): string {
  if (free === 0) return "No new pages: all are in the library or blocked by robots.txt.";
  if (number === 0) return "Choose at least one page.";
  return number > limit ? `At most ${count(limit)} pages at once. Add the others afterwards.` : "";
}
