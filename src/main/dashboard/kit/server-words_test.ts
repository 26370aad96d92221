import { equals } from "../build/equals.ts";
import type { Key } from "../base/words.ts";
import { translator } from "./server-words.ts";

const translate = translator({
  "There are {count} keys; (remove) the others": "kit.server.short" as Key,
  "It leads elsewhere": "kit.server.taken" as Key,
});

Deno.test("a sentence is found by its words, whatever stands for its names", () => {
  equals(translate("There are 3 keys; (remove) the others"), "kit.server.short");
  equals(translate("It leads elsewhere"), "kit.server.taken");
});

Deno.test("a sentence that no table has stays as it is", () => {
  equals(translate("It leads elsewhere."), "It leads elsewhere.");
  equals(translate("There are keys; remove the others"), "There are keys; remove the others");
});
