import { icon } from "../elements/icon.ts";

export const fileIcon = icon("M20 11l-8 8a5 5 0 0 1-7-7l8-8a3 3 0 0 1 5 5l-8 8a1 1 0 0 1-2-2l7-7");
