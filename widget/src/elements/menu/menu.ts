import { define } from "../define.ts";
import { MenuComponent } from "./menu.component.ts";

define("parley-menu", MenuComponent);
