import { useState } from "react";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { CopyButton } from "../kit/copy.tsx";

interface Props {
  label: string;
  value: string;
  /** Shown at once: for what may be known, and for what is shown only now. */
  open?: boolean;
  /** For what is shown in the place of the form that made it. */
  autoFocus?: boolean;
}

/** A key to copy; a secret one is covered until it is asked for. */
export function Secret({ label, value, open = false, autoFocus = false }: Props) {
  const [shown, setShown] = useState(open);
  return (
    <div className="settings-secret">
      <code className="grow">
        {shown ? value : `${value.slice(0, 6)}${"•".repeat(10)}`}
      </code>
      {!open && (
        <Button variant="quiet" onPress={() => setShown(!shown)} aria-pressed={shown}>
          {shown ? t("settings.hide") : t("settings.show")}
        </Button>
      )}
      <CopyButton text={value} label={t("settings.copyOf", { label })} autoFocus={autoFocus} />
    </div>
  );
}
