import "../confirmation/confirmation.ts";
import { define } from "../define.ts";
import { ToolsComponent } from "./tools.component.ts";

define("parley-tools", ToolsComponent);
