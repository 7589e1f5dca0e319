/** The first screen. */
import "../elements/home/home.ts";
