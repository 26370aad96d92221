import { useEffect, useState } from "react";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { later, Skeleton } from "../kit/states.tsx";
import type { Step, Whole } from "./api.ts";
import { StepList } from "./step-list.tsx";
import { WaitingContacts } from "./waiting.tsx";

const Canvas = later(() => import("./canvas.tsx"), <Skeleton lines={8} />);
const WIDE = "(min-width: 720px)";

/**
 * The steps as a picture, and as a list: for phones, for screen readers, and for who likes it better. Beside the picture the list is
 * not seen, but keys walk along it; the picture marks the step they are at.
 */
export function Graph({ workflow }: { workflow: Whole }) {
  const [{ view }, setQuery] = useQueryState();
  const isWide = useIsWide();
  const [opened, setOpened] = useState<Step>();
  const [focused, setFocused] = useState<string>();
  const isPicture = isWide && view !== "list";
  return (
    <div className="stack-small">
      {isWide && (
        <div className="workflows-views">
          <Button
            look="quiet"
            icon={isPicture ? "list" : "workflow"}
            onPress={() => setQuery({ view: isPicture ? "list" : undefined })}
          >
            {isPicture ? t("workflows.asList") : t("workflows.asPicture")}
          </Button>
        </div>
      )}
      {isPicture && <Canvas workflow={workflow} onStep={setOpened} focused={focused} />}
      <div
        className={isPicture ? "unseen" : ""}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>("[data-step]")?.dataset.step)}
        onBlur={() => setFocused(undefined)}
      >
        <StepList workflow={workflow} onStep={setOpened} />
      </div>
      {opened && <WaitingContacts workflow={workflow} step={opened} onClose={() => setOpened(undefined)} />}
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
