import { filesOf } from "./budgets.ts";
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
