import { isKey, t } from "../base/words.ts";
import type { Problem, Whole } from "./api.ts";
import { translate } from "./server-words.ts";

/** The problems that keep a workflow from running, or that most likely are not meant: a sentence for each. */
export function Problems({ workflow }: { workflow: Pick<Whole, "problems" | "steps"> }) {
  const nameOf = (problem: Problem) => workflow.steps.find((step) => step.id === problem.stepId)?.name ?? "";
  return (
    <ul role="list" className="stack-small">
      {workflow.problems.map((problem) => (
        <li key={problem.stepId + problem.field + problem.message}>
          <strong>{nameOf(problem)}:</strong> {sentenceOf(problem)}
        </li>
      ))}
    </ul>
  );
}

/** The server's sentence in the language of the page; "Required" of a member becomes one. */
export function sentenceOf({ field, message }: Problem): string {
  if (message !== "Required" || !field) return translate(message);
  const name = field.replace(/^(config|triggerConfig)\./, "");
  const key = `workflows.missing.${name}`;
  return isKey(key) ? t(key) : t("workflows.missing", { field: name });
}
