import { define } from "../define.ts";
import { ViewerComponent } from "./viewer.component.ts";

define("parley-viewer", ViewerComponent);
