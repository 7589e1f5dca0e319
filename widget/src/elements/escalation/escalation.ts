import { define } from "../define.ts";
import { EscalationComponent } from "./escalation.component.ts";

define("parley-escalation", EscalationComponent);
