import { useLayoutEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Notice } from "../components/states.tsx";

/** `/console` itself is the inbox. */
export function HomePage() {
  const { route } = useLocation();
  useLayoutEffect(() => route("/console/inbox", true), []);
  return null;
}

export function NotFoundPage() {
  return (
    <Notice main title="There is nothing at this address">
      <a class="btn" href="/console/inbox">
        Go to the inbox
      </a>
    </Notice>
  );
}
