import { define } from "../define.ts";
import { ConfirmationComponent } from "./confirmation.component.ts";

define("parley-confirmation", ConfirmationComponent);
