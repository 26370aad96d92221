import { recordOf } from "../../base/json.ts";
import { ApiError } from "../../base/errors.ts";
import { t } from "../../base/words.ts";
import { Note } from "../../kit/failure.tsx";
import type { Whole } from "../api.ts";
import { lineAt, offsetOf, offsetOfError } from "./code-text.ts";
import { sentenceOf } from "../problems.tsx";

/** A finding in the code, with its offset. */
export interface Finding {
  offset: number;
  sentence: string;
  isError: boolean;
}

/** The steps that a text of JSON names, for the words about them. */
function stepsOf(text: string): { id?: string; name?: string }[] {
  const { steps } = recordOf(JSON.parse(text));
  return Array.isArray(steps) ? steps.map((each) => each ?? {}) : [];
}

/** The finding of a text that is no JSON. */
export function findingOfSyntax(text: string, error: Error): Finding {
  return { offset: offsetOfError(text, error.message), sentence: t("workflows.code.noJson"), isError: true };
}

/** The findings of the server in a text, each with the step's name and the member it is about. */
export function findingsOf(text: string, error: Error | null): Finding[] {
  if (!(error instanceof ApiError)) return [];
  const steps = stepsOf(text);
  return error.fields.map(({ field, message }) => {
    const [list, at = "", ...rest] = field.split(".");
    const name = list === "steps" ? steps[Number(at)]?.name : undefined;
    const sentence = sentenceOf({ stepId: "", field: rest.join(".") || list!, message, severity: "ERROR" });
    const isOwn = message === "Required";
    return {
      offset: offsetOf(text, [list!, at, ...rest].filter(Boolean)),
      sentence: [name, !isOwn && rest.join("."), sentence].filter(Boolean).join(": "),
      isError: true,
    };
  });
}

/** The problems that keep the stored workflow from running, at their offsets in the text. */
export function findingsOfStored(text: string, { problems }: Whole): Finding[] {
  const steps = stepsOf(text);
  return problems.map((problem) => {
    const at = steps.findIndex(({ id }) => id === problem.stepId);
    const within = problem.field?.startsWith("config") ? problem.field.split(".") : [];
    return {
      offset: offsetOf(text, ["steps", String(at), ...within]),
      sentence: `${steps[at]?.name}: ${sentenceOf(problem)}`,
      isError: problem.severity === "ERROR",
    };
  });
}

interface Props {
  text: string;
  findings: Finding[];
  title: string;
  /** Read out at once, because it answers an attempt to save. */
  isAnswer: boolean;
  onGo: (offset: number) => void;
}

/** Lists the findings in the code, each with a button that leads to its line. */
export function Findings({ text, findings, title, isAnswer, onGo }: Props) {
  if (findings.length === 0) return null;
  return (
    <div role={isAnswer ? "alert" : undefined}>
      <Note tone={findings.some(({ isError }) => isError) ? "bad" : "watch"}>
        <p>{title}</p>
        <ul role="list" className="stack-small">
          {findings.toSorted((one, other) => one.offset - other.offset).map(({ offset, sentence }, at) => (
            <li key={at}>
              <button type="button" className="workflows-open" onClick={() => onGo(offset)}>
                {t("workflows.code.line", { line: lineAt(text, offset) })}
              </button>
              {" · "}
              {sentence}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
