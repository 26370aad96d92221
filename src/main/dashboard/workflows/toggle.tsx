import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { activeCount, type Workflow } from "./api.ts";
import { Problems } from "./problems.tsx";
import { triggerOf } from "./words.ts";

/** Turns a workflow on or off, after it has said what that does and for how many. */
export function Toggle({ workflow }: { workflow: Workflow }) {
  const [isOpen, setOpen] = useState(false);
  const { id, name, enabled } = workflow;
  const change = useChange("patch", "/workflows/{id}", {
    refreshes: ["/workflows"],
    onDone: () => {
      setOpen(false);
      showToast(enabled ? t("workflows.isOff", { name }) : t("workflows.isOn", { name }));
    },
  });
  const act = enabled ? t("workflows.turnOff") : t("workflows.turnOn");
  return (
    <>
      <Button
        icon={enabled ? "pause" : "play"}
        aria-label={enabled ? t("workflows.turnOffNamed", { name }) : t("workflows.turnOnNamed", { name })}
        onPress={() => setOpen(true)}
      >
        {act}
      </Button>
      {isOpen && (
        <ConfirmToggle
          workflow={workflow}
          action={act}
          isPending={change.isPending}
          error={change.error}
          onClose={() => setOpen(false)}
          onConfirm={() => change.mutate({ path: { id }, body: { enabled: !enabled } })}
        />
      )}
    </>
  );
}

interface ToggleProps {
  workflow: Workflow;
  action: string;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: () => void;
}

function ConfirmToggle({ workflow, ...rest }: ToggleProps) {
  const { id, name, enabled } = workflow;
  const { data } = useAnswer("/workflows/{id}", { path: { id } }, { topics: [`workflow:${id}`] });
  const whole = data;
  const errors = whole?.problems.filter((each) => each.severity === "ERROR") ?? [];
  const isBlocked = !enabled && errors.length > 0;
  return (
    <Confirm
      {...rest}
      isOpen
      title={enabled ? t("workflows.turnOffTitle", { name }) : t("workflows.turnOnTitle", { name })}
      isDisabled={isBlocked || !whole}
    >
      {isBlocked && (
        <>
          <p>{t("workflows.blocked")}</p>
          <Problems workflow={whole!} />
        </>
      )}
      {!enabled && !isBlocked && <p>{t("workflows.turnOnText", { trigger: triggerOf(workflow) })}</p>}
      {enabled && whole && <p>{t("workflows.turnOffText", { count: activeCount(whole.stats) })}</p>}
    </Confirm>
  );
}
