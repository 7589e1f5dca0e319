import { define } from "../define.ts";
import { TimelineComponent } from "./timeline.component.ts";

define("parley-timeline", TimelineComponent);
