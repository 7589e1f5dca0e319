import { define } from "../define.ts";
import { HeaderComponent } from "./header.component.ts";

define("parley-header", HeaderComponent);
