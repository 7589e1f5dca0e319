/** The source that a mark leads to. */
import "../elements/citation/citation.ts";
