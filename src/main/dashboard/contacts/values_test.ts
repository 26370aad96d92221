import "../build/english.ts";
import { equals } from "../build/equals.ts";
import { guessedType, valueOf } from "./values.ts";

Deno.test("a new field is of the type that its first value is written like", () => {
  equals(["42", "-2.5", "TRUE", "pro"].map(guessedType), ["number", "number", "boolean", "string"]);
});

Deno.test("what only looks like a number stays a text", () => {
  const texts = ["01234", "+4912345", "12345678901234567890", "1e5", "Infinity", "NaN", "2,5", ""];

  equals(texts.filter((text) => guessedType(text) !== "string"), []);
});

Deno.test("the value of a field of numbers is read as people type it, and stays a text where it is none", () => {
  equals(["42", "2,5", "many"].map((text) => valueOf(text, "number", undefined)), [42, 2.5, "many"]);
});
