import type { Body } from "../../base/api.ts";
import type { Step, Transition, Whole } from "../api.ts";
import { inOrder } from "../order.ts";

/** Steps and transitions as the API takes them: a step without config keeps the one it has. */
export type Graph = Body<"/workflows/{id}/graph", "put">;

type StepGraph = Pick<Whole, "steps" | "transitions">;

/** A point after a step where another step can be inserted; with the step it leads to, if there is one. */
export interface InsertionPoint {
  from: Step;
  branch: string | null;
  waitOutcome: Transition["waitOutcome"];
  to: Step | undefined;
}

/** The exits of a step by its config, each as the branch or outcome it has. */
function exitsOf({ type, config }: Step): Pick<InsertionPoint, "branch" | "waitOutcome">[] {
  const plain = { branch: null, waitOutcome: null };
  if (type === "EXIT") return [];
  if (type === "WAIT_FOR_EVENT" && config.timeout) {
    return [{ branch: null, waitOutcome: "EVENT" }, { branch: null, waitOutcome: "TIMEOUT" }];
  }
  if (type !== "CONDITION") return [plain];
  const branchIds: string[] = (config.branches ?? []).map(({ id }: { id: string }) => id);
  const branches = config.mode === "multi" ? [...branchIds, "default"] : ["yes", "no"];
  return branches.map((branch) => ({ branch, waitOutcome: null }));
}

/** Every point where a step can be added, from the trigger along the transitions. */
export function insertionPointsIn(graph: StepGraph): InsertionPoint[] {
  return inOrder(graph).flatMap((from) => {
    const outgoing = graph.transitions.filter(({ fromStepId }) => fromStepId === from.id);
    // A transition without an outcome is that of every outcome that has none of its own.
    const isUndivided = from.type === "WAIT_FOR_EVENT" && outgoing.some((transition) => !transition.waitOutcome);
    const exits = isUndivided ? [{ branch: null, waitOutcome: null }] : exitsOf(from);
    return exits.map((exit) => {
      const transition = outgoing.find((each) =>
        each.branch === exit.branch && each.waitOutcome === exit.waitOutcome
      ) ??
        (from.type === "WAIT_FOR_EVENT" && outgoing.length === 1 && exits.length === 1 ? outgoing[0] : undefined);
      const to = graph.steps.find(({ id }) => id === transition?.toStepId);
      return { from, ...exit, waitOutcome: transition?.waitOutcome ?? exit.waitOutcome, to };
    });
  });
}

/** The graph with one more step at a point: the last one, with the id "new". Each of its exits leads to the step that followed. */
export function inserted(graph: StepGraph, point: InsertionPoint, step: Omit<Graph["steps"][number], "id">): Graph {
  const id = "new";
  const isAtPoint = (transition: Transition) =>
    transition.fromStepId === point.from.id && transition.branch === point.branch &&
    transition.waitOutcome === point.waitOutcome;
  const link = (branch: string | null) =>
    sent({ fromStepId: id, toStepId: point.to!.id, branch, waitOutcome: null, priority: 0 });
  const links = !point.to || step.type === "EXIT"
    ? []
    : step.type === "CONDITION"
    ? ["yes", "no"].map(link)
    : [link(null)];
  return {
    steps: [...graph.steps.map(({ id, type, name }) => ({ id, type, name })), { id, ...step }],
    transitions: [
      ...graph.transitions.filter((transition) => !isAtPoint(transition)).map(sent),
      sent({
        fromStepId: point.from.id,
        toStepId: id,
        branch: point.branch,
        waitOutcome: point.waitOutcome,
        priority: graph.transitions.find(isAtPoint)?.priority ?? 0,
      }),
      ...links,
    ],
  };
}

/** A transition as the API takes it, without the members it does not have. */
const sent = (
  { fromStepId, toStepId, branch, waitOutcome, priority }: Omit<Transition, "id">,
): Graph["transitions"][number] => ({
  fromStepId,
  toStepId,
  priority,
  ...(branch !== null && { branch }),
  ...(waitOutcome && { waitOutcome }),
});

/** The steps that are deleted with one that has more than one exit: those that only it leads to. */
export function removedWith({ steps, transitions }: StepGraph, step: Step): Step[] {
  const reachableFrom = (starts: string[], without?: string) => {
    const found = new Set(starts);
    for (const id of found) {
      transitions.filter((transition) => transition.fromStepId === id && transition.toStepId !== without).forEach((
        transition,
      ) => found.add(transition.toStepId));
    }
    return found;
  };
  const following = reachableFrom([step.id]);
  const reachableOtherwise = reachableFrom(steps.map(({ id }) => id).filter((id) => !following.has(id)), step.id);
  return steps.filter(({ id }) => id !== step.id && following.has(id) && !reachableOtherwise.has(id));
}
