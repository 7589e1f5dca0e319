/** The source that a mark leads to, and other sections that may help. */
import "../elements/citation/citation.ts";
import "../elements/related/related.ts";
