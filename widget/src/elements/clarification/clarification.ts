import { define } from "../define.ts";
import { ClarificationComponent } from "./clarification.component.ts";

define("parley-clarification", ClarificationComponent);
