import type { Step, Whole } from "./api.ts";

/** From the trigger along the transitions, near steps first; those nothing leads to come last. */
export function inOrder({ steps, transitions }: Pick<Whole, "steps" | "transitions">): Step[] {
  const found = new Set(steps.filter((step) => step.type === "TRIGGER"));
  for (const step of found) {
    transitions.filter((each) => each.fromStepId === step.id).forEach(({ toStepId }) => {
      const next = steps.find((each) => each.id === toStepId);
      if (next) found.add(next);
    });
  }
  steps.forEach((step) => found.add(step));
  return [...found];
}
