import { define } from "../define.ts";
import { FormComponent } from "./form.component.ts";

define("parley-form", FormComponent);
