import { useLocation } from "preact-iso";

const tabs = [
  { path: "/console/tools", label: "Connections" },
  { path: "/console/tools/calls", label: "Calls" },
];

export function ToolsTabs() {
  const { path } = useLocation();
  return (
    <nav class="tabs" aria-label="Tools">
      {tabs.map((tab) => (
        <a key={tab.path} href={tab.path} aria-current={path === tab.path ? "page" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
