import { useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { useCurrentInSight } from "../ui/use-current-in-sight.ts";

const tabs = [
  { path: "/console/settings", label: "General", least: "viewer" },
  { path: "/console/settings/grades", label: "Confidence", least: "admin" },
  { path: "/console/settings/models", label: "Models", least: "admin" },
  { path: "/console/settings/webhooks", label: "Webhooks", least: "admin" },
  { path: "/console/settings/data", label: "Data", least: "admin" },
  { path: "/console/settings/health", label: "Health", least: "admin" },
] as const;

/** The parts of the settings, each a page of its own; those that one may not see are not offered. */
export function SettingsTabs() {
  const { may } = useWorkspace();
  const { path } = useLocation();
  const row = useCurrentInSight<HTMLElement>(path);
  return (
    <nav ref={row} class="tabs" aria-label="Settings">
      {tabs
        .filter(({ least }) => least === "viewer" || may(least))
        .map((tab) => (
          <a key={tab.path} href={tab.path} aria-current={path === tab.path ? "page" : undefined}>
            {tab.label}
          </a>
        ))}
    </nav>
  );
}
