import { equals } from "../build/equals.ts";
import { hasDefault } from "./defaults.ts";

Deno.test("a variable has a default only where each of its places has one", () => {
  equals(hasDefault("name", "Hello {{name ?? you}}"), true);
  equals(hasDefault("name", 'Hello {{ name | default: "you" }}'), true);
  equals(hasDefault("name", "Hello {{name ?? you}} and {{name}}"), false);
  equals(hasDefault("name", "Hello {{nameOfShop ?? you}}"), false);
  equals(hasDefault("name", "Hello"), false);
});
