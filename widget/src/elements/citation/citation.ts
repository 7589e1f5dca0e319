import { define } from "../define.ts";
import { CitationComponent } from "./citation.component.ts";

define("parley-citation", CitationComponent);
