/** What led here from a mail is used up once the conversation is shown: it is not gone back to at a reload, nor copied with the page's address. */
export function forgetLink(): void {
  const [page, link] = location.href.split("#parley=");
  if (link) history.replaceState(history.state, "", page);
}
