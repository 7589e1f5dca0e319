import { useLocation } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";

/** People, and for admins what speaks for the tenant without being one. */
export function PeopleTabs() {
  const { may } = useWorkspace();
  const { path } = useLocation();
  if (!may("admin")) return null;
  const tabs = [
    { href: "/console/people", label: "People" },
    { href: "/console/people/keys", label: "API keys" },
  ];
  return (
    <nav class="tabs" aria-label="People and keys">
      {tabs.map(({ href, label }) => (
        <a key={href} href={href} aria-current={path.replace(/\/$/, "") === href ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
