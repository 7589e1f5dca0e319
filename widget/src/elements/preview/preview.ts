import { define } from "../define.ts";
import { PreviewComponent } from "./preview.component.ts";

define("parley-preview", PreviewComponent);
