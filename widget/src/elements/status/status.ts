import { define } from "../define.ts";
import { StatusComponent } from "./status.component.ts";

define("parley-status", StatusComponent);
