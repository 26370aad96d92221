import { useEffect, useState } from "react";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { withWriting } from "../writing/load.ts";
import { withConditions } from "../conditions/load.ts";
import { Button } from "../kit/form/button.tsx";
import { loadable, Skeleton } from "../kit/states.tsx";
import type { Step, Whole } from "./api.ts";
import { StepList } from "./step-list.tsx";
import { WaitingContacts } from "./waiting.tsx";

const Canvas = loadable(() => import("./canvas.tsx"), <Skeleton lines={8} />);
const AddStep = loadable(() => withWriting(withConditions(import("./edit/add-step.tsx"))));
const RemoveStep = loadable(() => import("./edit/remove-step.tsx"));
const StepForm = loadable(() => withWriting(withConditions(import("./edit/step-form.tsx"))));
const WIDE = "(min-width: 720px)";

/**
 * The steps as a diagram, and as a list: for phones, for screen readers, and for who prefers it. Beside the diagram the list is
 * not seen, but keys move along it; the diagram marks the step they are at.
 */
export function Graph({ workflow }: { workflow: Whole }) {
  const [{ view }, setQuery] = useQueryState();
  const isWide = useIsWide();
  const [opened, setOpened] = useState<Step>();
  const [act, setAct] = useState<{ act: "edit" | "remove"; step: Step } | { act: "add" }>();
  const end = () => setAct(undefined);
  // The step as it is now: it may have changed since it was opened.
  const stored = ({ id }: Step) => workflow.steps.find((each) => each.id === id);
  const edit = (opened: Step) => {
    setOpened(undefined);
    const step = stored(opened);
    if (!step) return;
    if (step.type === "TRIGGER") setQuery({ tab: "settings" });
    else setAct({ act: "edit", step });
  };
  const remove = (opened: Step) => {
    setOpened(undefined);
    const step = stored(opened);
    if (step) setAct({ act: "remove", step });
  };
  const [focused, setFocused] = useState<string>();
  const isDiagram = isWide && view !== "list";
  return (
    <div className="stack-small">
      <div className="workflows-views">
        <Button icon="plus" onPress={() => setAct({ act: "add" })}>{t("workflows.set.add")}</Button>
        {isWide && (
          <Button
            variant="quiet"
            icon={isDiagram ? "list" : "workflow"}
            onPress={() => setQuery({ view: isDiagram ? "list" : undefined })}
          >
            {isDiagram ? t("workflows.asList") : t("workflows.asPicture")}
          </Button>
        )}
      </div>
      {isDiagram && <Canvas workflow={workflow} onStep={setOpened} focused={focused} />}
      <div
        className={isDiagram ? "unseen" : ""}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>("[data-step]")?.dataset.step)}
        onBlur={() => setFocused(undefined)}
      >
        <StepList workflow={workflow} onStep={setOpened} onEdit={isDiagram ? undefined : edit} />
      </div>
      {opened && (
        <WaitingContacts
          workflow={workflow}
          step={opened}
          onEdit={() => edit(opened)}
          onRemove={() => remove(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {act?.act === "add" && <AddStep workflow={workflow} onClose={end} />}
      {act?.act === "edit" && <StepForm workflow={workflow} step={act.step} onClose={end} />}
      {act?.act === "remove" && <RemoveStep workflow={workflow} step={act.step} onClose={end} />}
    </div>
  );
}

function useIsWide() {
  const [isWide, setIsWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const change = () => setIsWide(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, []);
  return isWide;
}
