import { define } from "../define.ts";
import { MessageComponent } from "./message.component.ts";

define("parley-message", MessageComponent);
