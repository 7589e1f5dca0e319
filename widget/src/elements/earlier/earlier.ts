import { define } from "../define.ts";
import { EarlierComponent } from "./earlier.component.ts";

define("parley-earlier", EarlierComponent);
