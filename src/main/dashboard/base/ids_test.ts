import { equals } from "../build/equals.ts";
import { newId } from "./ids.ts";

Deno.test("a new id is a random UUID", () => {
  const ids = Array.from({ length: 100 }, newId);

  equals(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)), []);
  equals(new Set(ids).size, 100);
});
