import type { MemberRole } from "../../../protocol/admin.ts";
import { settingsGroups } from "../settings/settings-pages.ts";
import type { IconName } from "../ui/icon.tsx";

interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** The page of a tab. */
  hint?: string;
  /** Least role that sees the page; everybody by default. */
  least?: MemberRole;
}

/** Every page and tab outside the inbox and the settings. A test compares the list with the routes. */
export const pages: readonly Place[] = [
  { path: "/console/approvals", label: "Approvals", icon: "check", hint: "Inbox" },
  { path: "/console/mentions", label: "Mentions", icon: "at", hint: "Inbox" },
  { path: "/console/library", label: "Documents", icon: "library", hint: "Library" },
  { path: "/console/library/sites", label: "Sitemaps", icon: "library", hint: "Library" },
  { path: "/console/library/snippets", label: "Snippets", icon: "library", hint: "Library" },
  { path: "/console/releases", label: "Releases", icon: "library", hint: "Library" },
  { path: "/console/releases/questions", label: "Test questions", icon: "library", hint: "Releases" },
  { path: "/console/gaps", label: "Gaps", icon: "gap" },
  { path: "/console/copilot", label: "Copilot", icon: "spark", least: "agent" },
  { path: "/console/search", label: "Search tester", icon: "tester" },
  { path: "/console/playground", label: "Playground", icon: "play", least: "manager" },
  { path: "/console/replies", label: "Canned replies", icon: "reply" },
  { path: "/console/people", label: "People", icon: "person" },
  { path: "/console/people/keys", label: "API keys", icon: "lock", hint: "People", least: "admin" },
  { path: "/console/analytics", label: "Analytics", icon: "analytics", hint: "Overview", least: "manager" },
  { path: "/console/analytics/team", label: "Team", icon: "analytics", hint: "Analytics", least: "manager" },
  { path: "/console/analytics/quality", label: "AI quality", icon: "analytics", hint: "Analytics", least: "manager" },
  { path: "/console/tools", label: "Connections", icon: "tool", hint: "Tools", least: "manager" },
  { path: "/console/tools/calls", label: "Tool calls", icon: "tool", hint: "Tools" },
  { path: "/console/audit", label: "Audit log", icon: "audit", least: "admin" },
  { path: "/console/profile", label: "Your profile", icon: "person" },
];

/** Labels of the fields on each settings page, which is named by the last part of its address. */
const fields: Readonly<Record<string, readonly string[]>> = {
  settings: ["Name", "Greeting", "Starter questions", "Accent colour", "Corner"],
  "home-screen": ["AI notice", "Notice", "Links"],
  form: ["When to show the form", "Fields", "Consent"],
  notifications: ["Notification sound", "Preview new replies", "Invitation", "E-mail unread replies"],
  install: ["Script tag", "Domains"],
  answers: [
    "Tone",
    "Guidance",
    "Industry",
    "Country",
    "Company description",
    "At low confidence",
    "Ambiguous questions",
    "Reopen window",
    "End after inactivity",
  ],
  confidence: ["Confidence threshold"],
  models: ["Daily token limit", "Monthly budget (USD)"],
  memory: ["Returning visitors", "Memories"],
  "reply-times": ["Typical reply time (minutes)", "Time zone", "Holidays", "Count time"],
  assignment: ["Rule", "Maximum open tickets per agent"],
  attachments: ["Types"],
  data: ["Retention", "Export", "Erase"],
};

type SettingsPage = (typeof settingsGroups)[number]["pages"][number];

const settingsPages: readonly SettingsPage[] = settingsGroups.flatMap((group) => group.pages);

/** The settings pages, and after them the fields with the name of their page. */
export const settings: ReadonlyArray<Omit<Place, "icon">> = [...settingsPages, ...settingsPages.flatMap(fieldsOf)];

function fieldsOf({ path, label, least }: SettingsPage): Array<Omit<Place, "icon">> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (fields[name] ?? []).map((field) => ({ path, label: field, hint: label, ...(least ? { least } : {}) }));
}
