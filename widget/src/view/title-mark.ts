/** What stands before the page's own title while something is unread. */
export const titleMark = { text: "" };
