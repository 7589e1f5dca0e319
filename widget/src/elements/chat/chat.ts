import { define } from "../define.ts";
import { ChatComponent } from "./chat.component.ts";

define("parley-chat", ChatComponent);
