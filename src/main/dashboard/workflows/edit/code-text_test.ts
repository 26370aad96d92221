import { equals } from "../../build/equals.ts";
import type { Step, Transition } from "../api.ts";
import { codeOf, lineAt, offsetOf, offsetOfError } from "./code-text.ts";

const step = (id: string, type: Step["type"], config = {}): Step => ({
  id,
  type,
  name: type,
  config,
  template: null,
  stats: null,
});
const transition = (fromStepId: string, toStepId: string, more: Partial<Transition> = {}): Transition => ({
  id: fromStepId + toStepId,
  fromStepId,
  toStepId,
  branch: null,
  waitOutcome: null,
  priority: 0,
  ...more,
});

const code = codeOf({
  steps: [step("e", "EXIT"), step("a", "TRIGGER"), step("d", "DELAY", { amount: 1, unit: "days" })],
  transitions: [transition("d", "e", { priority: 2 }), transition("a", "d")],
});

Deno.test("steps and ways are written in the order they are gone", () => {
  const { steps, transitions } = JSON.parse(code);
  equals(steps.map(({ id }: Step) => id), ["a", "d", "e"]);
  equals(transitions, [{ fromStepId: "a", toStepId: "d" }, { fromStepId: "d", toStepId: "e", priority: 2 }]);
});

Deno.test("a workflow that only begins is written", () => {
  equals(JSON.parse(codeOf({ steps: [step("a", "TRIGGER")], transitions: [] })).transitions, []);
});

Deno.test("a member is found in the text", () => {
  const text = '{\n  "a": ["x\\"]", {"b": -1.5e3}],\n  "c": {"d": true}\n}';
  equals(text.slice(offsetOf(text, ["a", "1", "b"])).slice(0, 4), "-1.5");
  equals(text.slice(offsetOf(text, ["c", "d"])).slice(0, 4), "true");
  equals(lineAt(text, offsetOf(text, ["c", "d"])), 3);
  equals(text.slice(offsetOf(text, ["c", "gone"])).slice(0, 4), '{"d"');
  equals(lineAt(code, offsetOf(code, ["transitions", "1", "toStepId"])), code.split("\n").length - 3);
});

Deno.test("the place of a mistake is read from each browser's words", () => {
  const text = '{\n  "a": ,\n}';
  equals(offsetOfError(text, "Unexpected token ',' in JSON at position 9"), 9);
  equals(offsetOfError(text, "JSON.parse: unexpected character at line 2 column 8 of the JSON data"), 9);
  equals(offsetOfError(text, "JSON Parse error: Unexpected token ','"), text.length);
});
