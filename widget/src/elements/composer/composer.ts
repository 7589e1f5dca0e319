import { define } from "../define.ts";
import { ComposerComponent } from "./composer.component.ts";

define("parley-composer", ComposerComponent);
