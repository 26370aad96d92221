/**
 * Builds the dashboard: generates types and lists, checks the types, bundles styles and scripts under names with a hash,
 * compresses each file and writes a manifest for the server.
 *
 *   deno run -A build.ts [--out=FOLDER] [--openapi=FILE] [--quality=9] [--quick] [--test]
 *
 * --quick leaves the type check out and compresses little; --test also checks format, lint and units. Nothing is done when no
 * input has changed since the last build with the same flags.
 */
import { build, type BuildOptions, type Metafile } from "esbuild";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { excessOf } from "./build/budgets.ts";
import { generate } from "./build/generate.ts";
import { packagesOf, writeLicences } from "./build/licences.ts";
import { digestOf, filesBelow } from "./build/inputs.ts";
import { writeCompressed } from "./build/compressed.ts";

const folder = import.meta.dirname!;
Deno.chdir(folder);
const flags = new Map(Deno.args.map((each) => each.replace(/^--/, "").split("=") as [string, string?]));
const target = `${folder}/../../../target`;
const out = flags.get("out") ?? `${target}/classes/webroot/app`;
const openapi = flags.get("openapi") ?? `${target}/openapi.json`;
const quick = flags.has("quick");
const quality = Number(flags.get("quality") ?? (quick ? 4 : 9));
const state = `${target}/dashboard`;

const digest = digestOf([...filesBelow("."), openapi].filter((file) => existsSync(file)), Deno.args.join(" "));
const stamp = `${state}/built-from`;
if (existsSync(`${out}/manifest.json`) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) {
  Deno.exit(0);
}
mkdirSync(state, { recursive: true });
rmSync(stamp, { force: true });

function run(...words: string[]) {
  const [program, ...args] = words;
  const { success } = new Deno.Command(program!, { args }).outputSync().success
    ? { success: true }
    : new Deno.Command(program!, { args, stdout: "inherit", stderr: "inherit" }).outputSync();
  if (!success) Deno.exit(1);
}

generate(openapi);
if (!quick) run(Deno.execPath(), "run", "-A", "node_modules/typescript/bin/tsc", "-p", ".");
if (flags.has("test")) {
  run(Deno.execPath(), "fmt", "--check", "--quiet");
  run(Deno.execPath(), "lint", "--quiet");
  run(Deno.execPath(), "test", "-A", "--no-check", "--quiet", "--permit-no-files");
}

const shared: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: out,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".svg": "file", ".md": "text" },
  publicPath: ".",
  // The licences are in the jar, with their texts: see build/licences.ts.
  legalComments: "none",
  logLevel: "warning",
};
const features = filesBelow(".").filter((file) => /^[a-z-]+\/style\.css$/.test(file)).map((file) =>
  file.split("/")[0]!
);

/** The name of the file made of this source. */
function built(meta: Metafile, source: string) {
  const found = Object.entries(meta.outputs).find(([, output]) => output.entryPoint === source);
  if (!found) throw new Error(`nothing was built of ${source}`);
  return basename(found[0]);
}

const styles = await build({
  ...shared,
  entryPoints: features.map((name) => ({ in: `${name}/style.css`, out: name })),
});
const nameToStyle = Object.fromEntries(features.map((name) => [name, built(styles.metafile!, `${name}/style.css`)]));
const scripts = await build({
  ...shared,
  entryPoints: [{ in: "app/main.tsx", out: "main" }, { in: "docs/main.tsx", out: "docs" }],
  splitting: true,
  format: "esm",
  target: ["es2022", "chrome120", "firefox121", "safari17.4"],
  jsx: "automatic",
  publicPath: "",
  define: { "process.env.NODE_ENV": '"production"', STYLES: JSON.stringify(nameToStyle) },
});

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const icon = readFileSync("app/icon.svg");
const iconName = `icon-${digestOf(["app/icon.svg"], "").slice(0, 8).toUpperCase()}.svg`;
const files = [...styles.outputFiles!, ...scripts.outputFiles!].map((file) => ({
  name: basename(file.path),
  bytes: file.contents,
}));
files.push({ name: iconName, bytes: icon });
const names = [...new Set(files.map((file) => file.name))].sort();
await Promise.all(
  names.map((name) => writeCompressed(out, name, files.find((file) => file.name === name)!.bytes, quality)),
);

const outputs = new Map(Object.entries(scripts.metafile!.outputs).map(([path, output]) => [basename(path), output]));

/** The module that starts a page, and those it imports. */
function entry(source: string) {
  const script = built(scripts.metafile!, source);
  const preload = outputs.get(script)!.imports.filter((each) => each.kind === "import-statement").map((each) =>
    basename(each.path)
  );
  return { script, preload };
}

const manifest = {
  ...entry("app/main.tsx"),
  style: nameToStyle["app"],
  icon: iconName,
  docs: { ...entry("docs/main.tsx"), styles: [nameToStyle["app"], nameToStyle["docs"]] },
  files: names,
};
writeFileSync(`${out}/manifest.json`, JSON.stringify(manifest, null, 1));
writeFileSync(
  `${state}/bundles.json`,
  JSON.stringify({ scripts: scripts.metafile, styles: styles.metafile, nameToStyle }),
);
writeFileSync(`${state}/axe.min.js`, readFileSync("node_modules/axe-core/axe.min.js"));
const inputs = [scripts, styles].flatMap(({ metafile }) => Object.keys(metafile!.inputs));
writeLicences(packagesOf(inputs), `${out}/../../META-INF`);
const excess = excessOf(scripts.metafile!, out);
if (excess.length > 0) {
  console.error(excess.join("\n"));
  Deno.exit(1);
}
writeFileSync(stamp, digest);
