import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import type { Step, Whole } from "./api.ts";
import { inOrder } from "./order.ts";
import { StepBox } from "./step.tsx";
import { transitionName } from "./words.ts";

interface Props {
  workflow: Whole;
  onStep?: (step: Step) => void;
  onEdit?: ((step: Step) => void) | undefined;
}

/** The steps one below the other, each with the steps its transitions lead to. */
export function StepList({ workflow, onStep, onEdit }: Props) {
  const steps = inOrder(workflow);
  const idToNumber = new Map(steps.map((step, at) => [step.id, at + 1]));
  return (
    <ol role="list" className="stack-small" aria-label={t("workflows.steps")}>
      {steps.map((step, at) => (
        <li key={step.id} className="workflows-line" data-step={step.id}>
          <span className="workflows-place small soft">{at + 1}</span>
          <div className="grow stack-small">
            <StepBox
              step={step}
              workflow={workflow}
              problems={workflow.problems.filter((each) => each.stepId === step.id)}
              onOpen={onStep && (() => onStep(step))}
            />
            <ul role="list" className="workflows-ways small soft">
              {workflow.transitions.filter((each) => each.fromStepId === step.id).map((each) => {
                const number = idToNumber.get(each.toStepId) ?? 0;
                const name = steps[number - 1]?.name ?? "";
                const label = transitionName(each, step);
                return (
                  <li key={each.id}>
                    {label
                      ? t("workflows.wayLeads", { way: label, place: number, name })
                      : t("workflows.leads", { place: number, name })}
                  </li>
                );
              })}
            </ul>
          </div>
          {onEdit && (
            <Button
              variant="quiet"
              icon="edit"
              aria-label={t("workflows.set.editNamed", { name: step.name })}
              onPress={() => onEdit(step)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
