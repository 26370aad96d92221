import { useChange } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { ApiKey } from "./api.ts";

/** Asks before a key is taken out of use. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const id = useProject() ?? "";
  const change = useChange("delete", "/projects/{id}/keys/{keyId}", {
    refreshes: ["/projects/{id}/keys"],
    onDone: () => {
      onClose();
      showToast(t("settings.key.revoked"));
    },
  });
  return (
    <Confirm
      title={t("settings.key.revokeTitle", { label: apiKey?.label ?? "" })}
      isOpen={apiKey !== undefined}
      onClose={() => {
        change.reset();
        onClose();
      }}
      action={t("settings.key.revoke")}
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => apiKey && change.mutate({ path: { id, keyId: apiKey.id } })}
    >
      <p>{t("settings.key.revokeText", { start: apiKey?.start ?? "" })}</p>
    </Confirm>
  );
}
