/** What chat is called where nobody reads "Chat", which all who write in Latin letters do; by the first two letters of a language's tag. */
const names: Record<string, string> = {
  ar: "محادثة",
  he: "צ׳אט",
  ja: "チャット",
  ko: "채팅",
  zh: "聊天",
};

/** What the button is called. */
export function launcherName(language: string): string {
  return names[language.slice(0, 2)] ?? "Chat";
}
