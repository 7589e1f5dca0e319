/** Which article to open, where, and what has the focus again afterwards. */
export interface OpenArticle {
  id: string;
  passage: string;
  title: string;
  opener?: HTMLElement | undefined;
}
