/**
 * Words for "Chat" in languages without Latin letters, by the first two letters of the language tag. Readers of all other languages
 * understand "Chat".
 */
const names: Record<string, string> = {
  ar: "محادثة",
  he: "צ׳אט",
  ja: "チャット",
  ko: "채팅",
  zh: "聊天",
};

/** Name of the launcher button. */
export function launcherName(language: string): string {
  return names[language.slice(0, 2)] ?? "Chat";
}
