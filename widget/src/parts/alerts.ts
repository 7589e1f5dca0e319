/** What makes the visitor aware of what they have not read. */
import "../elements/preview/preview.ts";

export { attend } from "../alerts/attend.ts";
