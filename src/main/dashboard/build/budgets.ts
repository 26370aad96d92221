import { readdirSync, statSync } from "node:fs";
import { basename } from "node:path";

/** The kilobytes that a page may load. A page that grows past its budget fails the build. */

interface Output {
  entryPoint?: string;
  imports: { path: string; kind: string }[];
}
interface Built {
  outputs: Record<string, Output>;
}

interface Budget {
  name: string;
  /** Sources whose files are loaded, with all they import at once. */
  entries: string[];
  /** Style sheets of these folders. */
  styles: string[];
  /** Kilobytes as gzip. */
  limit: number;
}

const WORDS = ["language/en/app.json", "language/en/kit.json"];
const START = ["app/main.tsx", ...WORDS];

const BUDGETS: Budget[] = [
  {
    name: "first load, signed out",
    entries: [...START, "session/sign-in.tsx", "language/en/session.json"],
    styles: ["app", "session"],
    limit: 107,
  },
  {
    name: "a list page, signed in",
    entries: [
      ...START,
      "app/signed-in-app.tsx",
      "language/en/lists.json",
      "emails/list.tsx",
      "server/sentences.ts",
      "language/en/server.json",
      "language/en/emails.json",
      "language/en/reasons.json",
    ],
    styles: ["app", "kit", "emails"],
    limit: 220,
  },
  {
    name: "analytics with its charts",
    entries: [
      ...START,
      "app/signed-in-app.tsx",
      "analytics/analytics.tsx",
      "kit/chart/chart-drawing.ts",
      "language/en/analytics.json",
    ],
    styles: ["app", "kit", "analytics"],
    limit: 250,
  },
  {
    name: "a workflow with its picture",
    entries: [
      ...START,
      "app/signed-in-app.tsx",
      "workflows/workflow.tsx",
      "workflows/canvas.tsx",
      "language/en/workflows.json",
    ],
    styles: ["app", "kit", "workflows"],
    limit: 310,
  },
  {
    name: "a workflow as code",
    entries: [
      ...START,
      "app/signed-in-app.tsx",
      "workflows/workflow.tsx",
      "workflows/edit/code.tsx",
      "language/en/workflows.json",
      "language/en/writing.json",
    ],
    styles: ["app", "kit", "workflows", "writing"],
    limit: 375,
  },
  {
    name: "a template with its code editor",
    entries: [
      ...START,
      "app/signed-in-app.tsx",
      "templates/template.tsx",
      "writing/code.tsx",
      "language/en/templates.json",
      "language/en/writing.json",
    ],
    styles: ["app", "kit", "writing"],
    limit: 400,
  },
  {
    name: "the documentation",
    entries: ["docs/main.tsx", "language/en/docs.json", "language/en/kit.json"],
    styles: ["app", "docs"],
    limit: 105,
  },
];

/** The jar may grow by this much, both compressed copies counted. */
const JAR_KB = 6 * 1024;

/** The names of the files an entry loads at once. */
export function filesOf(built: Built, entries: string[]): Set<string> {
  const nameToOutput = new Map(Object.entries(built.outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set<string>();
  const follow = (name: string) => {
    const output = nameToOutput.get(name);
    if (!output || found.has(name)) return;
    found.add(name);
    output.imports.filter((each) => each.kind === "import-statement").forEach((each) => follow(basename(each.path)));
  };
  nameToOutput.forEach((output, name) => entries.includes(output.entryPoint ?? "") && follow(name));
  return found;
}

/** A sentence for each budget that is exceeded, and for each part of one that is not there: it would weigh nothing. */
export function excessOf(built: Built, folder: string, budgets = BUDGETS): string[] {
  const sizes = new Map(readdirSync(folder).map((name) => [name, statSync(`${folder}/${name}`).size / 1024]));
  const known = new Set(Object.values(built.outputs).map(({ entryPoint }) => entryPoint));
  const styleSheets = [...sizes.keys()].filter((name) => name.endsWith(".css.gz"));
  const pages = budgets.map(({ name, entries, styles, limit }) => {
    const scripts = [...filesOf(built, entries)].map((file) => `${file}.gz`);
    const styled = styleSheets.filter((file) => styles.some((style) => file.startsWith(`${style}-`)));
    const size = [...scripts, ...styled].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
    const missing = [
      ...entries.filter((entry) => !known.has(entry)),
      ...styles.filter((style) => !styleSheets.some((file) => file.startsWith(`${style}-`))).map((style) =>
        `${style}.css`
      ),
      ...scripts.filter((file) => !sizes.has(file)),
    ];
    return { name, size, limit, missing };
  });
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const jar = { name: "the jar", size: total, limit: JAR_KB, missing: [] };
  return [...pages, jar].flatMap(({ name, size, limit, missing }) => [
    ...missing.map((part) => `${name}: ${part} is not built`),
    ...(size > limit ? [`${name}: ${size.toFixed(1)} KB, the budget is ${limit} KB`] : []),
  ]);
}
