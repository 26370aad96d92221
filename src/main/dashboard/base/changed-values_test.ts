import { equals } from "../build/equals.ts";
import { changedValues } from "./changed-values.ts";

Deno.test("only what differs is changed, and an emptied value is", () => {
  const before = { name: "Shop", zone: "Europe/Berlin", filters: { conditions: [1] } };

  equals(changedValues({ name: "Store", zone: null, filters: { conditions: [1] } } as object, before), {
    name: "Store",
    zone: null,
  });
});
