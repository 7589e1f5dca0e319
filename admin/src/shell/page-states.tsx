import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Notice, Skeleton } from "../ui/states.tsx";

/** While the script of the first page loads. */
export function PageWaits() {
  return (
    <div class="page-waits">
      <div class="sheet-page">
        <Skeleton rows={5} kind="card" label="Loading the page" />
      </div>
    </div>
  );
}

/** An error on one page does not break the rest of the console. */
export function PageBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <Notice title="Something went wrong" text="Nothing you typed is lost. Try again, or reload the page.">
      <button type="button" class="btn" onClick={reset}>
        Try again
      </button>
      {/* A target makes it a real navigation: whatever broke is left behind. */}
      <a class="btn" href="/console/" target="_top">
        Start over
      </a>
    </Notice>
  );
}
