import { equals } from "../../build/equals.ts";
import type { Step, Transition } from "../api.ts";
import { inserted, insertionPointsIn, removedWith } from "./graph-edit.ts";

const step = (id: string, type: Step["type"], config = {}): Step => ({
  id,
  type,
  name: id,
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
const graph = {
  steps: [
    step("begin", "TRIGGER"),
    step("ask", "CONDITION"),
    step("wait", "WAIT_FOR_EVENT", { timeout: 60 }),
    step("end", "EXIT"),
  ],
  transitions: [
    transition("begin", "ask"),
    transition("ask", "wait", { branch: "yes" }),
    transition("wait", "end", { waitOutcome: "EVENT" }),
  ],
};
const points = insertionPointsIn(graph);
const texts = points.map(({ from, branch, waitOutcome, to }) =>
  [from.id, branch ?? waitOutcome ?? "", to?.id ?? "-"].join(" ")
);

Deno.test("each way out of a step is a place, whether it leads on or not", () => {
  equals(texts, ["begin  ask", "ask yes wait", "ask no -", "wait EVENT end", "wait TIMEOUT -"]);
});

Deno.test("a wait with one way for all outcomes has one place", () => {
  const one = { ...graph, transitions: [transition("begin", "wait"), transition("wait", "end")] };
  equals(insertionPointsIn(one).filter(({ from }) => from.id === "wait").map(({ to }) => to?.id), ["end"]);
});

Deno.test("a step stands between the ends of the way it is put into", () => {
  const { steps, transitions } = inserted(graph, points[1]!, { type: "DELAY", name: "d", config: { amount: 1 } });
  equals(steps.at(-1), { id: "new", type: "DELAY", name: "d", config: { amount: 1 } });
  equals(steps[0], { id: "begin", type: "TRIGGER", name: "begin" });
  equals(transitions.map(({ fromStepId, toStepId, branch }) => [fromStepId, toStepId, branch ?? null]), [
    ["begin", "ask", null],
    ["wait", "end", null],
    ["ask", "new", "yes"],
    ["new", "wait", null],
  ]);
});

Deno.test("both ways of a condition lead on to what followed", () => {
  const { transitions } = inserted(graph, points[0]!, { type: "CONDITION", name: "c" });
  equals(
    transitions.filter(({ fromStepId }) => fromStepId === "new").map(({ branch, toStepId }) => [branch, toStepId]),
    [
      ["yes", "ask"],
      ["no", "ask"],
    ],
  );
});

Deno.test("nothing follows an exit, nor a step at an open end", () => {
  const ends = [
    inserted(graph, points[2]!, { type: "DELAY", name: "d" }),
    inserted(graph, points[0]!, {
      type: "EXIT",
      name: "e",
    }),
  ];
  ends.forEach(({ transitions }) => equals(transitions.some(({ fromStepId }) => fromStepId === "new"), false));
});

Deno.test("with a step go those that only it leads to", () => {
  const both = { ...graph, transitions: [...graph.transitions, transition("begin", "end")] };
  equals(removedWith(both, graph.steps[1]!).map(({ id }) => id), ["wait"]);
  equals(removedWith(graph, graph.steps[1]!).map(({ id }) => id), ["wait", "end"]);
});
