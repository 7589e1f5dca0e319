// check-ignore crumb: CONTRIBUTING.md sends people here, who add an exception
/** Texts that may stay: part of the text and the reason. Keep the list short. The check reports an entry that it no longer finds. */
export const allowedTexts = [
  {
    path: "widget/src/i18n/languages/en.json",
    text: "I would like to talk to a person.",
    reason: "a visitor says it, and people say it like this",
  },
  {
    path: "server/channels/email/send-answer.ts",
    text: "answer by mail",
    reason: "the name of a trace, which dashboards use",
  },
  { path: "docs/guide/answers-by-mail.md", text: "Include raw email content", reason: "a label of Postmark" },
  { path: "docs/guide/answers-by-mail.md", text: "Email Worker", reason: "a name of Cloudflare" },
  { path: "docs/guide/comparison.md", text: "Deploy Fin over email", reason: "the title of a page of Intercom" },
  { path: "admin/src/shell/palette-places.ts", text: "macros templates", reason: "people type it to find the page" },
  { path: "admin/src/shell/palette-places.ts", text: "personality bot", reason: "people type it to find the page" },
  { path: "admin/src/shell/palette-places.ts", text: "handover escalation", reason: "people type it to find the page" },
];
