import { formatNumber, formatRate } from "../base/format.ts";
import { textsOf } from "../base/json.ts";
import { isKey, type Key, t } from "../base/words.ts";
import type { Step, Transition, Workflow } from "./api.ts";

/** The trigger of a workflow, in a few words. */
export function triggerOf({ triggerType, triggerConfig }: Pick<Workflow, "triggerType" | "triggerConfig">): string {
  const { eventName, schedule, timeZone } = textsOf(triggerConfig ?? {});
  if (triggerType === "EVENT") {
    return eventName ? t("workflows.onEvent", { event: eventName }) : t("workflows.noEvent");
  }
  if (triggerType === "MANUAL") return t("workflows.byHand");
  return schedule ? t("workflows.onSchedule", { schedule, zone: timeZone ?? "UTC" }) : t("workflows.noSchedule");
}

/** The same for a narrow column. */
export function shortTriggerOf(workflow: Workflow): string {
  const { triggerType, triggerConfig } = workflow;
  const { eventName, schedule } = textsOf(triggerConfig ?? {});
  if (triggerType === "EVENT") return eventName ?? "–";
  if (triggerType === "MANUAL") return t("workflows.apiCall");
  return schedule ? t("workflows.schedule", { schedule }) : "–";
}

const UNITS: [string, number][] = [["days", 86_400], ["hours", 3600], ["minutes", 60]];

/** A span in the largest unit that fits. */
function span(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ["seconds", 1];
  return t(`workflows.unit.${unit}` as Key, { count: seconds / size });
}

/** The summary of a step in one line; says so while it is not set up. */
export function summaryOf(step: Step, workflow: Workflow): string {
  const { config } = step;
  switch (step.type) {
    case "TRIGGER":
      return triggerOf(workflow);
    case "SEND_EMAIL":
      return step.template ? t("workflows.sum.email", { name: step.template.name }) : t("workflows.sum.noTemplate");
    case "DELAY":
      if (config.until) return t("workflows.sum.until");
      return config.amount === undefined || !config.unit ? t("workflows.sum.notSet") : t("workflows.sum.delay", {
        span: t(`workflows.unit.${config.unit}` as Key, { count: Number(config.amount) }),
      });
    case "WAIT_FOR_EVENT":
      if (!config.eventName) return t("workflows.sum.notSet");
      return config.timeout
        ? t("workflows.sum.waitAtMost", { event: config.eventName, span: span(Number(config.timeout)) })
        : t("workflows.sum.wait", { event: config.eventName });
    case "CONDITION":
      return condition(step);
    case "WEBHOOK":
      return config.url ? `${config.method ?? "POST"} ${hostOf(config.url)}` : t("workflows.sum.notSet");
    case "UPDATE_CONTACT":
      return update(step);
    case "EXIT":
      return config.reason ? t("workflows.sum.exit", { reason: config.reason }) : t("workflows.sum.exitPlain");
  }
}

function condition({ config }: Step): string {
  if (!config.field) return t("workflows.sum.notSet");
  const field = String(config.field).replace(/^contact\.(data\.)?/, "");
  if (config.mode === "multi") return t("workflows.sum.ways", { field, count: config.branches?.length ?? 0 });
  const operator = `conditions.operator.${config.operator}`;
  const value = config.value === undefined || config.value === null ? "" : String(config.value);
  return `${field} ${isKey(operator) ? t(operator) : config.operator} ${value}`.trim();
}

function update({ config }: Step): string {
  const names = Object.keys(config.updates ?? config.data ?? {});
  if (names.length > 0) return t("workflows.sum.update", { fields: names.join(", ") });
  if (config.subscriptionAction === "subscribe") return t("workflows.sum.subscribe");
  if (config.subscriptionAction === "unsubscribe") return t("workflows.sum.unsubscribe");
  return t("workflows.sum.notSet");
}

function hostOf(url: string) {
  return url.replace(/^https?:\/\//, "").split(/[?#]/)[0]!;
}

/** The name of a transition out of a step; empty where there is only one. */
export function transitionName(transition: Transition, from: Step | undefined): string {
  if (transition.waitOutcome) return t(`workflows.way.${transition.waitOutcome}`);
  if (!transition.branch) return "";
  if (transition.branch === "yes" || transition.branch === "no" || transition.branch === "default") {
    return t(`workflows.way.${transition.branch}`);
  }
  const branches: { id: string; name?: string }[] = from?.config.branches ?? [];
  return branches.find((each) => each.id === transition.branch)?.name || transition.branch;
}

/** The name of a transition with the number of executions that took it, and their part of all that left the step by a branch. */
export function transitionNameWithCount(transition: Transition, from: Step | undefined): string {
  const name = transitionName(transition, from);
  const branches = from?.stats?.branches ?? {};
  const left = Object.values(branches).reduce((sum, count) => sum + count, 0);
  const count = branches[transition.branch ?? transition.waitOutcome ?? ""] ?? 0;
  return name && left > 0 ? `${name} · ${formatNumber(count)} (${formatRate(count, left)})` : name;
}
