import { define } from "../define.ts";
import { RelatedComponent } from "./related.component.ts";

define("parley-related", RelatedComponent);
