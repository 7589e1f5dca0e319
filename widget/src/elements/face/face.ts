import { define } from "../define.ts";
import { FaceComponent } from "./face.component.ts";

define("parley-face", FaceComponent);
