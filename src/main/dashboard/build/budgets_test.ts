import { excessOf, filesOf } from "./budgets.ts";
import { equals } from "./equals.ts";

Deno.test("an entry loads what it imports at once, and not what it may import later", () => {
  const built = {
    outputs: {
      "out/main-A.js": {
        entryPoint: "app/main.tsx",
        imports: [
          { path: "out/chunk-B.js", kind: "import-statement" },
          { path: "out/page-C.js", kind: "dynamic-import" },
        ],
      },
      "out/chunk-B.js": { imports: [{ path: "out/main-A.js", kind: "import-statement" }] },
      "out/page-C.js": { entryPoint: "home/home.tsx", imports: [] },
    },
  };
  equals([...filesOf(built, ["app/main.tsx"])], ["main-A.js", "chunk-B.js"]);
});

Deno.test("a budget of an entry or a style sheet that is not built is no budget", () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeFileSync(`${folder}/main-A.js.gz`, new Uint8Array(10));
    Deno.writeFileSync(`${folder}/app-B.css.gz`, new Uint8Array(10));
    const built = { outputs: { "out/main-A.js": { entryPoint: "app/main.tsx", imports: [] } } };
    const budget = { name: "a page", limit: 1 };
    equals(excessOf(built, folder, [{ ...budget, entries: ["app/main.tsx"], styles: ["app"] }]), []);
    equals(excessOf(built, folder, [{ ...budget, entries: ["app/main.tsx", "app/gone.tsx"], styles: ["gone"] }]), [
      "a page: app/gone.tsx is not built",
      "a page: gone.css is not built",
    ]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
