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

/** Words that people type for a page whose name they do not know: its main buttons, and names of other products. By address. */
export const usualWords: Readonly<Record<string, string>> = {
  "/console/inbox?view=all": "tickets conversations chats messages support",
  "/console/approvals": "approve confirm requests",
  "/console/library": "upload files file pdf knowledge base articles faq help center add document import train",
  "/console/library/sites": "website sites urls crawl web pages add sitemap",
  "/console/library/snippets": "answers new snippet faq knowledge short answers",
  "/console/releases": "publish new release versions",
  "/console/releases/questions": "new question regression evaluation quality",
  "/console/gaps": "missing unanswered questions content",
  "/console/copilot": "ask summarize compare ai chat",
  "/console/search": "retrieval debug test search",
  "/console/playground": "try test preview simulate prompt",
  "/console/replies": "macros templates saved shortcuts new reply",
  "/console/people": "invite members users team agents colleagues roles permissions add user",
  "/console/people/keys": "token api access rest developer create key",
  "/console/analytics": "reports statistics dashboard metrics numbers insights",
  "/console/analytics/team": "agents performance workload reports",
  "/console/analytics/quality": "accuracy resolution automation reports",
  "/console/tools": "integrations mcp actions add connection apps plugins",
  "/console/tools/calls": "integrations log actions",
  "/console/audit": "history activity changes events",
  "/console/profile": "account password photo avatar passkey two-factor 2fa security change name",
  "/console/settings": "logo color branding theme widget colours design company name",
  "/console/settings/form": "contact fields ask e-mail name",
  "/console/settings/notifications": "sound alerts desktop push",
  "/console/settings/email": "smtp address signature forwarding imap",
  "/console/settings/install": "embed code snippet website allowed origins script widget",
  "/console/settings/answers": "tone language prompt instructions personality bot ai guidance",
  "/console/settings/confidence": "threshold accuracy handover escalation",
  "/console/settings/models": "openai anthropic ollama llm gpt claude provider tokens budget cost api key",
  "/console/settings/memory": "remember customers",
  "/console/settings/reply-times": "business opening office hours sla holidays timezone schedule",
  "/console/settings/assignment": "routing round robin distribute",
  "/console/settings/labels": "tags categories new label",
  "/console/settings/attachments": "files upload images",
  "/console/settings/webhooks": "slack zapier integrations add webhook teams",
  "/console/settings/data": "gdpr privacy backup delete download",
  "/console/settings/health": "status doctor check diagnostics system version",
};

/** The text that the typed words are looked for in. @param group its heading in the list */
export function searchText(
  { label, hint = "", also = "" }: { label: string; hint?: string; also?: string | undefined },
  group: string,
): string {
  return `${label} ${hint} ${group} ${also}`.toLowerCase();
}

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
