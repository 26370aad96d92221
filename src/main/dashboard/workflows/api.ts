import type {
  CountedStep,
  DraftProblem,
  ExecutionResponse,
  ListedWorkflow,
  StepType,
  TransitionResponse,
  VisitResponse,
  WholeWorkflow,
  WorkflowResponse,
} from "../generated/api.ts";
import type { IconName } from "../kit/icon-names.ts";

/** Members of the API's answers about workflows, as these pages read them. */

export type { StepType };
export type Workflow = WorkflowResponse;

/** The number of executions in each status, and of all, by the names of STATUSES. */
export type Stats = ListedWorkflow["stats"];
export type Problem = DraftProblem;

/** The settings of a step, or what came out of it: the document leaves open which there are, because each kind of step has others. */
// deno-lint-ignore no-explicit-any
export type Config = Record<string, any>;

export const STEP_TYPES: readonly StepType[] = [
  "TRIGGER",
  "SEND_EMAIL",
  "DELAY",
  "WAIT_FOR_EVENT",
  "CONDITION",
  "WEBHOOK",
  "UPDATE_CONTACT",
  "EXIT",
];

export interface Step extends Pick<CountedStep, "id" | "type" | "name" | "template"> {
  config: Config;
  /** None for a step of an earlier version. */
  stats: CountedStep["stats"] | null;
}

export type Transition = Pick<
  TransitionResponse,
  "id" | "fromStepId" | "toStepId" | "branch" | "waitOutcome" | "priority"
>;

/** A workflow in the list, with its numbers. */
export type Listed = ListedWorkflow;

export interface Whole extends Omit<WholeWorkflow, "steps" | "transitions"> {
  steps: Step[];
  transitions: Transition[];
}

export const STATUSES = ["RUNNING", "WAITING", "COMPLETED", "EXITED", "FAILED", "CANCELLED"] as const;

/** The results that a visit of a step can have. */
export const VISITS = ["waiting", "passed", "skipped", "failed"] as const;

export type Execution = ExecutionResponse;

export type Visit = VisitResponse;

export const STEP_ICONS: Record<StepType, IconName> = {
  TRIGGER: "play",
  SEND_EMAIL: "email",
  DELAY: "clock",
  WAIT_FOR_EVENT: "event",
  CONDITION: "question",
  WEBHOOK: "webhook",
  UPDATE_CONTACT: "person",
  EXIT: "signout",
};

/** The number of executions that have not ended. */
export const activeCount = (stats: Stats) => (stats.RUNNING ?? 0) + (stats.WAITING ?? 0);

/** The number of executions that reached an end of the workflow. */
export const done = (stats: Stats) => (stats.COMPLETED ?? 0) + (stats.EXITED ?? 0);
