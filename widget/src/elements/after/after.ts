import { define } from "../define.ts";
import { AfterComponent } from "./after.component.ts";

define("parley-after", AfterComponent);
