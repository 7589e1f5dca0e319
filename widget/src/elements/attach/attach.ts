import { define } from "../define.ts";
import { AttachComponent } from "./attach.component.ts";

define("parley-attach", AttachComponent);
