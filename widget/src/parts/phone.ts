/** How the panel behaves where it takes the whole screen. */
export { behaveOnPhone } from "../elements/chat/on-phone.ts";
