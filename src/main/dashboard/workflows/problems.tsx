import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import type { Problem, Whole } from "./api.ts";

/** What keeps a workflow from running, or most likely is not what was meant: a sentence for each. */
export function Problems({ workflow }: { workflow: Pick<Whole, "problems" | "steps"> }) {
  const nameOf = (problem: Problem) => workflow.steps.find((step) => step.id === problem.stepId)?.name ?? "";
  return (
    <ul role="list" className="stack-small">
      {workflow.problems.map((problem) => (
        <li key={problem.stepId + problem.field + problem.message} className="workflows-problem">
          <span className={problem.severity === "ERROR" ? "workflows-error" : "workflows-warning"}>
            <Icon name="warning" size={14} />
          </span>
          <span>
            <strong>{nameOf(problem)}:</strong> {sentenceOf(problem)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The server's sentence; "Required" of a member becomes one. */
export function sentenceOf({ field, message }: Problem): string {
  return message === "Required" && field ? t("workflows.missing", { field: field.replace(/^config\./, "") }) : message;
}
