import { icons } from "./icons.mjs";

/** A link to the list of all pages, which a script makes a button that searches. */
export function searchLink({ search }, { name, look = "" }) {
  return `<a class="search${look && ` ${look}`}" href="/docs/guide" data-search="${search}">${icons.search}<span>${name}</span><kbd aria-hidden="true">/</kbd></a>`;
}
