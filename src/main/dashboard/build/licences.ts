import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes which packages are in the built files, under which licences, and the texts of those. */

interface Package {
  name: string;
  version: string;
  license: string;
  folder: string;
}

/** The packages that the bundler has taken anything of. */
export function packagesOf(inputs: string[]): Package[] {
  const folders = inputs.map((file) => file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1])
    .filter((folder): folder is string => folder !== undefined);
  const packages = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    if (typeof license !== "string") throw new Error(`${name} names no licence`);
    return { name, version, license, folder };
  });
  const nameToPackage = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  return [...nameToPackage.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** Below META-INF of the classes, where the licences of the Java libraries are, too. */
export function writeLicences(packages: Package[], metaInf: string) {
  const texts = `${metaInf}/licenses/npm`;
  rmSync(texts, { recursive: true, force: true });
  for (const { name, folder } of packages) {
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    for (const file of files) {
      const target = `${texts}/${name.replace("/", "_")}/${file}`;
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, readFileSync(`${folder}/${file}`));
    }
  }
  mkdirSync(`${metaInf}/sbom`, { recursive: true });
  writeFileSync(`${metaInf}/sbom/dashboard.cdx.json`, JSON.stringify(materialsOf(packages), null, 1));
  const lines = packages.map(({ name, version, license }) => `     (${license}) ${name} (npm ${version})`);
  writeFileSync(
    `${metaInf}/THIRD-PARTY-dashboard.txt`,
    `The dashboard contains parts of these packages:\n\n${lines.join("\n")}\n`,
  );
}

/** A bill of materials (CycloneDX 1.6). */
function materialsOf(packages: Package[]) {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    components: packages.map(({ name, version, license }) => ({
      type: "library",
      name,
      version,
      licenses: [{ expression: license }],
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
  };
}
