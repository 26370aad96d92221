import { equals } from "../../build/equals.ts";
import { fieldsOf } from "../simulation.ts";
import { fitsForm, linesOf, secondsOf, spanOf, withoutEmpty } from "./step-config.ts";

Deno.test("a form is for settings that it can show whole", () => {
  equals(fitsForm("DELAY", { amount: 1, unit: "days" }), true);
  equals(fitsForm("DELAY", { until: { time: "09:00" } }), false);
  equals(fitsForm("CONDITION", { mode: "multi", branches: [] }), false);
  equals(fitsForm("UPDATE_CONTACT", { data: { tags: ["a"] } }), false);
  equals(fitsForm("UPDATE_CONTACT", { updates: { plan: "pro" } }), true);
  equals(fitsForm("UPDATE_CONTACT", { updates: { zip: "01234" } }), true);
  equals(fitsForm("UPDATE_CONTACT", { updates: { count: "42" } }), false);
  equals(fitsForm("UPDATE_CONTACT", { updates: { note: "one\ntwo" } }), false);
});

Deno.test("values go into lines and back", () => {
  const values = { plan: "pro", age: 42, active: true };
  equals(fieldsOf(linesOf(values)), values);
});

Deno.test("seconds are told in the largest unit that fits", () => {
  equals(spanOf(86_400), { amount: 1, unit: "days" });
  equals(spanOf(5400), { amount: 90, unit: "minutes" });
  equals(secondsOf(90, "minutes"), 5400);
  equals(secondsOf(1.1, "days"), 95_040);
});

Deno.test("what is empty is left out, what is no or zero is not", () => {
  equals(withoutEmpty({ from: "", url: undefined, value: false, amount: 0 }), { value: false, amount: 0 });
});
