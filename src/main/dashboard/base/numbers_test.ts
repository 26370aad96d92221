import { equals } from "../build/equals.ts";
import { numbersIn } from "./numbers.ts";

const english = numbersIn("en");
const german = numbersIn("de");

Deno.test("decimals follow a point or a comma in either language", () => {
  equals(["2.5", " 2,5 ", "-0,125", ".5", "2."].map(english.numberOf), [2.5, 2.5, -0.125, 0.5, 2]);
  equals(["2.5", "2,5", "0.125", "1,125"].map(german.numberOf), [2.5, 2.5, 0.125, 1.125]);
});

Deno.test("thousands are set apart as the language does it", () => {
  equals(["12,345", "1,234,567.8", "12345"].map(english.numberOf), [12_345, 1_234_567.8, 12_345]);
  equals(["12.345", "1.234.567,8"].map(german.numberOf), [12_345, 1_234_567.8]);
});

Deno.test("what is no number is none", () => {
  const texts = ["", "-", ".", "12a", "1.2.3", "1e5", "Infinity"];

  equals(texts.filter((text) => english.numberOf(text) !== undefined), []);
});

Deno.test("a count has no decimals: ten thousand with the mark of another language is none", () => {
  equals(["10000", " 10,000 ", "0"].map(english.countOf), [10_000, 10_000, 0]);
  equals(["10.000", "1.234.567"].map(german.countOf), [10_000, 1_234_567]);

  const texts = ["10.000", "10,00", "-3", "-3,000", "2.5", "1,000.0", "ten", ""];
  equals(texts.filter((text) => english.countOf(text) !== undefined), []);
  equals(german.countOf("10,000") ?? "none", "none");
});

Deno.test("a number is written so that it is read as the same one", () => {
  equals([english.typedNumber(2.5), german.typedNumber(1.125), german.typedNumber(12_345)], ["2.5", "1,125", "12345"]);
});
