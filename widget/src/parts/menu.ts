/** What the header's button opens. */
import "../elements/menu/menu.ts";
