import { useWorkspace } from "../app-context.ts";
import { Tabs } from "../ui/tabs.tsx";

/** Tabs of the library. @param current URL of the active tab, for pages below it. */
export function LibraryTabs({ current }: { current?: string }) {
  const { snippets, may } = useWorkspace();
  const count = snippets.counts.value.proposed + snippets.counts.value.due;
  const tabs = [
    { href: "/console/library", label: "Documents" },
    { href: "/console/library/sites", label: "Sitemaps" },
    {
      href: "/console/library/snippets",
      label: "Snippets",
      ...(may("manager") && count > 0 ? { waiting: { count, title: `${count} to review` } } : {}),
    },
    { href: "/console/releases", label: "Releases" },
  ];
  return <Tabs label="Library" tabs={tabs} {...(current ? { current } : {})} />;
}
