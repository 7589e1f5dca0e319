/**
 * Folders of the packages that the product needs, by the lock file: its dependencies and their dependencies. It leaves out packages that
 * only tools need, and optional peers such as React and Vite.
 * @param lock the content of package-lock.json
 * @param isInstalled true when a folder exists; optional packages are for some platforms only
 * @returns folders such as `node_modules/pg`, sorted
 */
export function productPackages(lock, isInstalled) {
  const { packages } = lock;
  const found = new Set();
  const follow = (folder) => {
    const { dependencies, optionalDependencies = {} } = packages[folder];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = lookUp(packages, folder, name);
      if (place !== undefined && found.has(place)) continue;
      if (place === undefined || !isInstalled(place)) {
        if (name in optionalDependencies || packages[place]?.optional) continue;
        throw new Error(`${folder || "the project"} needs ${name}, which is not installed`);
      }
      found.add(place);
      follow(place);
    }
  };
  follow("");
  return [...found].sort();
}

/** The folder in which Node.js finds a package for a module in `from`: the nearest `node_modules` on the way up. */
function lookUp(packages, from, name) {
  for (let folder = from; folder !== ""; folder = above(folder)) {
    const place = `${folder}/node_modules/${name}`;
    if (place in packages) return place;
  }
  return `node_modules/${name}` in packages ? `node_modules/${name}` : undefined;
}

/** The package whose `node_modules` contains this one; "" is the project. */
function above(folder) {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
}

/** `node_modules/a/node_modules/@b/c` is the package `@b/c`. */
export function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}
