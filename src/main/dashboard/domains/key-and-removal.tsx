import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Note } from "../kit/failure.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Domain } from "./domain-types.ts";

/** A new signing key in two steps, and the removal of the domain. */
export function KeyAndRemoval({ domain }: { domain: Domain }) {
  const [dialog, setDialog] = useState<"key" | "remove">();
  const isReplacing = domain.dkimTokens.length > 1;
  return (
    <>
      <section className="sheet stack-small" aria-labelledby="key">
        <div className="spread">
          <h2 id="key">{t("domains.key")}</h2>
          {!isReplacing && <Button icon="key" onPress={() => setDialog("key")}>{t("domains.newKey")}</Button>}
        </div>
        {isReplacing
          ? <Note tone="info">{t("domains.keyUnderWay", { selector: domain.dkimTokens.at(-1)! })}</Note>
          : <p className="soft">{t("domains.keyText")}</p>}
      </section>
      <section className="sheet spread" aria-labelledby="remove">
        <div>
          <h2 id="remove">{t("domains.remove")}</h2>
          <p className="soft">{t("domains.removeShort")}</p>
        </div>
        <Button variant="danger" onPress={() => setDialog("remove")}>{t("domains.remove")}</Button>
      </section>
      {dialog === "key" && <NewKey domain={domain} onClose={() => setDialog(undefined)} />}
      {dialog === "remove" && <Remove domain={domain} onClose={() => setDialog(undefined)} />}
    </>
  );
}

interface Props {
  domain: Domain;
  onClose: () => void;
}

function NewKey({ domain, onClose }: Props) {
  const change = useChange("post", "/domains/{id}/keys", {
    refreshes: ["/domains"],
    onDone: () => {
      onClose();
      showToast(t("domains.keyMade"));
    },
  });
  return (
    <Confirm
      title={t("domains.newKey")}
      isOpen
      onClose={onClose}
      action={t("domains.newKey")}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ path: { id: domain.id } })}
    >
      <p>{t("domains.newKeyText")}</p>
    </Confirm>
  );
}

function Remove({ domain, onClose }: Props) {
  const { open } = useRouter();
  const change = useChange("delete", "/domains/{id}", {
    isDeletion: true,
    refreshes: ["/domains/project"],
    onDone: () => {
      open("domains");
      showToast(t("domains.removed", { domain: domain.domain }));
    },
  });
  return (
    <Confirm
      title={t("domains.removeTitle", { domain: domain.domain })}
      isOpen
      onClose={onClose}
      action={t("domains.remove")}
      isDanger
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ path: { id: domain.id } })}
    >
      <p>{t("domains.removeText")}</p>
    </Confirm>
  );
}
