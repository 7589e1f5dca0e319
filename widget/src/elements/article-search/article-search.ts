import { define } from "../define.ts";
import { ArticleSearchComponent } from "./article-search.component.ts";

define("parley-article-search", ArticleSearchComponent);
