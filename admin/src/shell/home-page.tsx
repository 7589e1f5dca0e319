import { useEffect, useLayoutEffect } from "preact/hooks";
import { lazy, useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { Notice, Skeleton } from "../ui/states.tsx";

const Setup = lazy(async () => (await import("./setup.tsx")).Setup);

/** `/console` redirects to the inbox; for an empty tenant it shows the first steps. */
export function HomePage() {
  const { setup } = useWorkspace();
  const { route } = useLocation();
  const phase = setup.phase.value;
  useEffect(() => {
    void setup.look();
  }, [setup]);
  useLayoutEffect(() => {
    // This page stays until the next one has loaded: do not redirect a user who has already left.
    if (phase === "closed" && isHome()) route("/console/inbox", true);
  }, [phase]);
  if (phase === "closed") return null;
  return phase === "open" ? <Setup /> : <Skeleton rows={4} kind="card" label="Loading" />;
}

function isHome(): boolean {
  return location.pathname.replace(/\/$/, "") === "/console";
}

export function NotFoundPage() {
  return (
    <Notice main title="Page not found">
      <a class="btn" href="/console/inbox">
        Go to the inbox
      </a>
    </Notice>
  );
}
