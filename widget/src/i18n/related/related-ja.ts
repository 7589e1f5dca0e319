import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "関連する項目",
  suggested: "お役に立ちそうな項目",
  solved: "これで解決しました",
  solvedThis: "これで解決しました：{heading}",
  done: "お役に立ててよかったです。",
  article: "記事を読む",
  articleOf: "記事を読む：{title}",
  askTeam: "担当チームに問い合わせる",
  failed: "うまくいきませんでした。もう一度お試しください。",
};
