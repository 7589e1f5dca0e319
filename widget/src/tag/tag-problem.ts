/** A script of the page, as its tag says. */
export interface PageScript {
  src: string;
  type: string;
  /** `data-tenant`, if it is there. */
  tenant: string | undefined;
  /** Names of the tag's attributes. */
  names: readonly string[];
}

const loaderPath = /\/parley\.js(?:$|[?#])/i;
const tagManagers =
  /googletagmanager\.com|assets\.adobedtm\.com|tags\.tiqcdn\.com|cdn\.segment\.com|piwik\.pro|matomo/i;
/** Attributes and files of optimisers that run scripts late. */
const delayMarks = /^data-(?:rocket|cf-|lazy|litespeed|pmdelayed|perfmatters|nitro|flying|delay)/;
const delayFiles = /rocket-loader|wp-rocket|litespeed-cache|perfmatters|nitropack|flying-scripts/i;
const delayTypes = /-text\/javascript$|rocket|litespeed|pmdelayed|nitropack|lazy|delay/i;

const remedy = 'add data-cfasync="false" and nowprocket to its script tag';

/**
 * What is wrong with the page's script tags, and what to change. Undefined: nothing that is seen.
 * @param running tenant whose chat is on the page, if there is one.
 */
export function tagProblem(scripts: readonly PageScript[], running: string | undefined): string | undefined {
  const tags = scripts.filter(({ src }) => loaderPath.test(src));
  const other = tags.find(({ tenant }) => running && tenant && tenant !== running)?.tenant;
  if (other)
    return `this page has script tags of two tenants. The chat is that of ${running}; remove that tag or the one of ${other}.`;
  if (tags.some(({ type }) => type === "module"))
    return 'the script tag has type="module", so the script cannot read the tenant from it. Remove type="module".';
  if (tags.some(({ tenant }) => !tenant))
    return 'the script tag has no tenant. Add data-tenant="YOUR-TENANT-ID"; the console shows the whole tag under "Domains and install".';
  if (tags.length > 1)
    return `this page has ${tags.length} script tags of the chat. Only one is used; remove the others.`;
  return delayProblem(scripts, tags);
}

/** The script ran only after the page had loaded. Who adds the tag late, such as a tag manager, does that on purpose. */
function delayProblem(scripts: readonly PageScript[], tags: readonly PageScript[]): string | undefined {
  if (tags.length === 0 || tags.some(({ names }) => names.includes("nowprocket") && names.includes("data-cfasync")))
    return undefined;
  const isDelayed =
    tags.some(({ names }) => names.some((name) => delayMarks.test(name))) ||
    scripts.some(({ src, type }) => delayFiles.test(src) || delayTypes.test(type));
  if (isDelayed) return `an optimiser of this page holds the chat back; ${remedy}.`;
  if (scripts.some(({ src }) => tagManagers.test(src))) return undefined;
  return `the chat's script ran only after the page had loaded. If an optimiser holds it back, ${remedy}.`;
}
