import { icon } from "../icons.ts";

export const searchIcon = icon("M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5");
export const articleIcon = icon("M7 3h7l5 5v13H7zM14 3v5h5M10 13h6M10 17h6");
export const forwardIcon = icon("M9 5l7 7-7 7");
export const linkIcon = icon("M8 16L17 7M10 7h7v7");
export const noticeIcon = icon("M4 10v4h3l7 5V5l-7 5zM18 9a4 4 0 0 1 0 6");
