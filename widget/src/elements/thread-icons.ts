import { icon } from "./icons.ts";

export const copyIcon = icon("M9 9h10v11H9zM5 15V4h10", 16);
export const checkIcon = icon("M5 12.5l4.5 4.5L19 7.5", 16);
export const thumbUpIcon = icon(
  "M7 11v9H4v-9zM7 11l4-8c1.7 0 2.6 1.2 2.3 2.8L12.7 9H18c1.4 0 2.3 1.2 2 2.6l-1.4 6.6c-.2 1.1-1.1 1.8-2.2 1.8H7",
  16,
);
export const thumbDownIcon = icon(
  "M17 13V4h3v9zM17 13l-4 8c-1.7 0-2.6-1.2-2.3-2.8l.6-3.2H6c-1.4 0-2.3-1.2-2-2.6l1.4-6.6C5.6 4.7 6.5 4 7.6 4H17",
  16,
);
export const infoIcon = icon("M12 11v5M12 7.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", 16);
export const externalIcon = icon("M9 6H5v13h13v-4M13 5h6v6M19 5l-9 9", 16);
export const documentIcon = icon("M7 3h7l4 4v14H7zM14 3v4h4", 16);
export const downIcon = icon("M12 5v14M6 13l6 6 6-6");
