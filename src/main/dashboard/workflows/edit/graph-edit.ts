import type { Body } from "../../base/api.ts";
import type { Step, Transition, Whole } from "../api.ts";
import { inOrder } from "../order.ts";

/** Steps and ways as the API takes them: a step without config keeps the one it has. */
export type Graph = Body<"/workflows/{id}/graph", "put">;

type Drawn = Pick<Whole, "steps" | "transitions">;

/** A way out of a step, where another step may stand; with the step it leads to, if there is one. */
export interface Place {
  from: Step;
  branch: string | null;
  waitOutcome: Transition["waitOutcome"];
  to: Step | undefined;
}

/** The ways out of a step by its config, each as the branch or outcome it has. */
function exitsOf({ type, config }: Step): Pick<Place, "branch" | "waitOutcome">[] {
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

/** Every place where a step can be added, from the trigger along the ways. */
export function placesIn(graph: Drawn): Place[] {
  return inOrder(graph).flatMap((from) => {
    const ways = graph.transitions.filter(({ fromStepId }) => fromStepId === from.id);
    // A way without an outcome is that of every outcome that has none of its own.
    const whole = from.type === "WAIT_FOR_EVENT" && ways.some((way) => !way.waitOutcome);
    const exits = whole ? [{ branch: null, waitOutcome: null }] : exitsOf(from);
    return exits.map((exit) => {
      const way = ways.find((each) => each.branch === exit.branch && each.waitOutcome === exit.waitOutcome) ??
        (from.type === "WAIT_FOR_EVENT" && ways.length === 1 && exits.length === 1 ? ways[0] : undefined);
      const to = graph.steps.find(({ id }) => id === way?.toStepId);
      return { from, ...exit, waitOutcome: way?.waitOutcome ?? exit.waitOutcome, to };
    });
  });
}

/** The graph with one more step at a place; its id there is "new", and it is the last one. What followed follows it by each of its ways. */
export function inserted(graph: Drawn, place: Place, step: Omit<Graph["steps"][number], "id">): Graph {
  const id = "new";
  const isPlace = (way: Transition) =>
    way.fromStepId === place.from.id && way.branch === place.branch && way.waitOutcome === place.waitOutcome;
  const link = (branch: string | null) =>
    sent({ fromStepId: id, toStepId: place.to!.id, branch, waitOutcome: null, priority: 0 });
  const onwards = !place.to || step.type === "EXIT"
    ? []
    : step.type === "CONDITION"
    ? ["yes", "no"].map(link)
    : [link(null)];
  return {
    steps: [...graph.steps.map(({ id, type, name }) => ({ id, type, name })), { id, ...step }],
    transitions: [
      ...graph.transitions.filter((way) => !isPlace(way)).map(sent),
      sent({
        fromStepId: place.from.id,
        toStepId: id,
        branch: place.branch,
        waitOutcome: place.waitOutcome,
        priority: graph.transitions.find(isPlace)?.priority ?? 0,
      }),
      ...onwards,
    ],
  };
}

/** A way as the API takes it: what it does not have is left out. */
const sent = (
  { fromStepId, toStepId, branch, waitOutcome, priority }: Omit<Transition, "id">,
): Graph["transitions"][number] => ({
  fromStepId,
  toStepId,
  priority,
  ...(branch !== null && { branch }),
  ...(waitOutcome && { waitOutcome }),
});

/** The steps that are deleted with one that has more than one way out: those that only it leads to. */
export function goneWith({ steps, transitions }: Drawn, step: Step): Step[] {
  const behind = (starts: string[], without?: string) => {
    const found = new Set(starts);
    for (const id of found) {
      transitions.filter((way) => way.fromStepId === id && way.toStepId !== without).forEach((way) =>
        found.add(way.toStepId)
      );
    }
    return found;
  };
  const following = behind([step.id]);
  const elsewhere = behind(steps.map(({ id }) => id).filter((id) => !following.has(id)), step.id);
  return steps.filter(({ id }) => id !== step.id && following.has(id) && !elsewhere.has(id));
}
