import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Suppression } from "./api.ts";

/** Asks before an address may get emails again. */
export function RemoveSuppression({ entry, onClose }: { entry: Suppression | undefined; onClose: () => void }) {
  const change = useChange("delete", "/suppressions/{email}", {
    refreshes: ["/suppressions"],
    onDone: () => {
      onClose();
      showToast(t("settings.sup.removed"));
    },
  });
  return (
    <Confirm
      title={t("settings.sup.removeTitle")}
      isOpen={entry !== undefined}
      onClose={() => {
        change.reset();
        onClose();
      }}
      action={t("settings.sup.remove")}
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => entry && change.mutate({ path: { email: entry.email } })}
    >
      <p>
        <b>{entry?.email}</b>
      </p>
      {entry && <p>{t(`settings.sup.removeText.${entry.reason}`)}</p>}
      {entry?.evidence && <p className="soft">{entry.evidence}</p>}
    </Confirm>
  );
}
