import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import { Count } from "../kit/chart/number.tsx";
import { type Problem, type Step, STEP_ICONS, type Workflow } from "./api.ts";
import { sentenceOf } from "./problems.tsx";
import { summaryOf } from "./words.ts";

interface Props {
  step: Step;
  workflow: Workflow;
  problems: Problem[];
  /** Shows the contacts that wait at the step; not for one that cannot be waited at. */
  onOpen?: (() => void) | undefined;
}

/** A step as a box: kind, name, what it does, and how many are at it, went on and failed. */
export function StepBox({ step, workflow, problems, onOpen }: Props) {
  const isBroken = problems.some((each) => each.severity === "ERROR");
  return (
    <div className={`workflows-box${isBroken ? " workflows-broken" : ""}`}>
      <p className="workflows-kind small soft">
        <Icon name={STEP_ICONS[step.type]} size={14} />
        {t(`workflows.type.${step.type}`)}
      </p>
      <p className="workflows-name truncated" title={step.name}>{step.name}</p>
      {problems.length > 0
        ? (
          <p className={`small truncated ${isBroken ? "workflows-error" : "workflows-warning"}`}>
            {sentenceOf(problems[0]!)}
          </p>
        )
        : <p className="small soft truncated" title={summaryOf(step, workflow)}>{summaryOf(step, workflow)}</p>}
      {step.stats && <Numbers step={step} onOpen={onOpen} />}
    </div>
  );
}

function Numbers({ step, onOpen }: Pick<Props, "step" | "onOpen">) {
  const stats = step.stats!;
  const waiting = (
    <span className={stats.waiting > 0 ? "workflows-waiting" : "soft"}>
      <Count value={stats.waiting} /> {t("workflows.waiting")}
    </span>
  );
  return (
    <p className="workflows-numbers small">
      {onOpen
        ? (
          <button
            type="button"
            className="workflows-open nodrag nopan"
            aria-label={t("workflows.showWaiting", { count: stats.waiting, name: step.name })}
            onClick={onOpen}
          >
            {waiting}
          </button>
        )
        : waiting}
      <span className={stats.passed > 0 ? "" : "soft"}>
        <Count value={stats.passed} /> {t("workflows.passed")}
      </span>
      <span className={stats.failed > 0 ? "workflows-error" : "soft"}>
        <Count value={stats.failed} /> {t("workflows.stepFailed")}
      </span>
    </p>
  );
}
