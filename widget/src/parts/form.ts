/** What is asked of visitors: by the tenant's form, and where they can be reached. */
import "../elements/form/form.ts";
import "../elements/reach/reach.ts";
