import type { MemberRole } from "../../../protocol/admin.ts";

interface SettingsPageLink {
  path: string;
  label: string;
  /** Least role that sees the page; everybody by default. */
  least?: MemberRole;
}

const start = "/console/settings";

/** The settings pages, one per subject, in the order of the list. */
export const settingsGroups: ReadonlyArray<{ label: string; pages: readonly SettingsPageLink[] }> = [
  {
    label: "Chat",
    pages: [
      { path: start, label: "Appearance" },
      { path: `${start}/home-screen`, label: "Home screen" },
      { path: `${start}/form`, label: "Pre-chat form" },
      { path: `${start}/notifications`, label: "Notifications" },
      { path: `${start}/email`, label: "E-mail" },
      { path: `${start}/install`, label: "Domains and install" },
    ],
  },
  {
    label: "Assistant",
    pages: [
      { path: `${start}/answers`, label: "Answers" },
      { path: `${start}/confidence`, label: "Confidence", least: "admin" },
      { path: `${start}/models`, label: "Models", least: "admin" },
      { path: `${start}/memory`, label: "Memory" },
    ],
  },
  {
    label: "Team",
    pages: [
      { path: `${start}/reply-times`, label: "Reply times" },
      { path: `${start}/assignment`, label: "Assignment" },
      { path: `${start}/labels`, label: "Labels" },
      { path: `${start}/attachments`, label: "Attachments" },
    ],
  },
  {
    label: "Workspace",
    pages: [
      { path: `${start}/webhooks`, label: "Webhooks", least: "admin" },
      { path: `${start}/data`, label: "Data", least: "admin" },
      { path: `${start}/health`, label: "Health", least: "admin" },
    ],
  },
];

/** The label of the page with the field that {@link SettingsStore.problems} names. */
export function pageOfProblem(problem: string): string {
  if (problem === "models") return "Models";
  if (problem === "email_signature") return "E-mail";
  return problem === "tone" ? "Answers" : "Appearance";
}
