import { define } from "../define.ts";
import { HomeComponent } from "./home.component.ts";

define("parley-home", HomeComponent);
