import { define } from "../define.ts";
import { MarkdownComponent } from "./markdown.component.ts";

define("parley-markdown", MarkdownComponent);
