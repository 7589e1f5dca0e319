import { useWorkspace } from "../../app-context.ts";
import { Tabs } from "../../ui/tabs.tsx";

const tabs = [
  { href: "/console/people", label: "People" },
  { href: "/console/people/keys", label: "API keys" },
];

/** Tabs: members and, for admins, API keys. */
export function PeopleTabs() {
  const { may } = useWorkspace();
  return may("admin") ? <Tabs label="People and keys" tabs={tabs} /> : null;
}
