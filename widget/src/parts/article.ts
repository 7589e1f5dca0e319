/** An article, and where it was cited. */
import "../elements/article/article.ts";
