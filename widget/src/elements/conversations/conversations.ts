import { define } from "../define.ts";
import { ConversationsComponent } from "./conversations.component.ts";

define("parley-conversations", ConversationsComponent);
