import { define } from "../define.ts";
import { ArticleComponent } from "./article.component.ts";

define("parley-article", ArticleComponent);
