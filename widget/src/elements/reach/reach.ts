import { define } from "../define.ts";
import { ReachComponent } from "./reach.component.ts";

define("parley-reach", ReachComponent);
