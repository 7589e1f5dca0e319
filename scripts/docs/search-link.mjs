import { icons } from "./icons.mjs";

/** A link to the list of all pages. A script replaces it with a search button. */
export function searchLink({ search }, { name, look = "" }) {
  return `<a class="search${look && ` ${look}`}" href="/docs/guide" data-search="${search}">${icons.search}<span>${name}</span><kbd aria-hidden="true">/</kbd></a>`;
}
