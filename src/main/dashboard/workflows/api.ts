import type { IconName } from "../kit/icon-names.ts";

/** Members of the API's answers about workflows, as these pages read them. */

export interface Workflow {
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  triggerType: "EVENT" | "MANUAL" | "SCHEDULE";
  triggerConfig: { eventName?: string; schedule?: string; timeZone?: string; segmentId?: string } | null;
  allowReentry: boolean;
  /** Raised by every edit of the workflow, its steps and ways. */
  draftVersion: number;
  updatedAt: string;
}

/** How many executions are in each status, and in all. */
export type Stats = Record<"total" | "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED", number>;

export interface Problem {
  stepId: string;
  field: string | null;
  message: string;
  severity: "ERROR" | "WARNING";
}

export const STEP_TYPES = [
  "TRIGGER",
  "SEND_EMAIL",
  "DELAY",
  "WAIT_FOR_EVENT",
  "CONDITION",
  "WEBHOOK",
  "UPDATE_CONTACT",
  "EXIT",
] as const;
export type StepType = (typeof STEP_TYPES)[number];

export interface Step {
  id: string;
  type: StepType;
  name: string;
  // deno-lint-ignore no-explicit-any
  config: Record<string, any>;
  template: { id: string; name: string } | null;
  /** None for a step of an earlier version. */
  stats:
    | { waiting: number; passed: number; skipped: number; failed: number; branches: Record<string, number> }
    | null;
}

export interface Transition {
  id: string;
  fromStepId: string;
  toStepId: string;
  branch: string | null;
  waitOutcome: "EVENT" | "TIMEOUT" | null;
  /** The lowest of the ways out of a step is tried first. */
  priority: number;
}

/** A workflow in the list, with its numbers. */
export interface Listed extends Workflow {
  stats: Stats;
  problems: Problem[];
}

export interface Whole extends Listed {
  steps: Step[];
  transitions: Transition[];
}

export const STATUSES = ["RUNNING", "WAITING", "COMPLETED", "EXITED", "FAILED", "CANCELLED"] as const;

/** How an execution may have fared at a step. */
export const VISITS = ["waiting", "passed", "skipped", "failed"] as const;

export interface Execution {
  id: string;
  workflowId: string;
  contactId: string;
  status: (typeof STATUSES)[number];
  exitReason: string | null;
  error: string | null;
  startedAt: string;
  completedAt: string | null;
  contact: { id: string; email: string } | null;
  currentStep: { id: string; name: string; type: StepType } | null;
  workflow: { id: string; name: string };
}

export interface Visit {
  id: string;
  stepId: string;
  visit: number;
  status: string;
  branch: string | null;
  // deno-lint-ignore no-explicit-any
  output: Record<string, any> | null;
  error: string | null;
  executeAfter: string | null;
  startedAt: string;
  completedAt: string | null;
  step: { id: string; name: string; type: StepType } | null;
  attempts: {
    number: number;
    at: string;
    method: string;
    url: string;
    statusCode: number | null;
    error: string | null;
    durationMs: number;
  }[];
}

export const STEP_ICONS: Record<StepType, IconName> = {
  TRIGGER: "play",
  SEND_EMAIL: "mail",
  DELAY: "clock",
  WAIT_FOR_EVENT: "event",
  CONDITION: "question",
  WEBHOOK: "webhook",
  UPDATE_CONTACT: "person",
  EXIT: "signout",
};

/** Those on their way through the workflow. */
export const inItNow = (stats: Stats) => stats.RUNNING + stats.WAITING;

/** Those who went to an end of the workflow. */
export const done = (stats: Stats) => stats.COMPLETED + stats.EXITED;
