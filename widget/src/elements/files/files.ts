import { define } from "../define.ts";
import { FilesComponent } from "./files.component.ts";

define("parley-files", FilesComponent);
