import { define } from "../define.ts";
import "../memory/memory.ts";
import { MemoriesComponent } from "./memories.component.ts";

define("parley-memories", MemoriesComponent);
