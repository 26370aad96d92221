import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Menu, type MenuEntry } from "../kit/menu.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { TestDialog } from "../writing/test-dialog.tsx";
import type { Campaign } from "./api.ts";
import { type Act, ConfirmAction } from "./confirm-action.tsx";
import { SendDialog } from "./send.tsx";

const SENDS: Campaign["status"][] = ["DRAFT"];

/** The actions that the status of a campaign allows. */
export function Actions({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign;
  const [dialog, setDialog] = useState<Act | "send" | "test">();
  const { open } = useRouter();
  const copy = useChange("post", "/campaigns/{id}/duplicate", {
    refreshes: ["/campaigns"],
    onDone: ({ data }) => {
      showToast(t("campaigns.copied"));
      open(`campaigns/${data.id}`);
    },
  });
  const close = () => setDialog(undefined);
  const more: MenuEntry[] = [
    {
      id: "copy",
      label: t("campaigns.copy"),
      icon: "copy",
      onAction: () => copy.mutate({ path: { id } }, { onError: showFailure }),
    },
    ...(status === "SENDING" || status === "PAUSED" ? [] : [{
      id: "delete",
      label: t("campaigns.delete"),
      icon: "trash" as const,
      isDanger: true,
      onAction: () => setDialog("delete"),
    }]),
  ];
  return (
    <>
      <Menu label={t("campaigns.more")} items={more}>
        <Button icon="more" aria-label={t("campaigns.more")} />
      </Menu>
      {(status === "SCHEDULED" || status === "SENDING" || status === "PAUSED") && (
        <Button
          variant="danger"
          icon="stop"
          onPress={() => setDialog("cancel")}
        >
          {t("campaigns.cancel")}
        </Button>
      )}
      {status === "SENDING" && <Button icon="pause" onPress={() => setDialog("pause")}>{t("campaigns.pause")}</Button>}
      {status === "PAUSED" && (
        <Button variant="main" icon="play" onPress={() => setDialog("resume")}>{t("campaigns.resume")}</Button>
      )}
      {(status === "DRAFT" || status === "SCHEDULED") && (
        <>
          <Button icon="email" onPress={() => setDialog("test")}>{t("writing.test")}</Button>
          <ButtonLink to={`campaigns/${id}/edit`} icon="edit">{t("campaigns.edit")}</ButtonLink>
        </>
      )}
      {SENDS.includes(status) && (
        <Button variant="main" icon="send" onPress={() => setDialog("send")}>{t("campaigns.send")}</Button>
      )}
      {dialog && dialog !== "send" && dialog !== "test" && (
        <ConfirmAction act={dialog} campaign={campaign} onClose={close} />
      )}
      {dialog === "send" && <SendDialog campaign={campaign} onClose={close} />}
      {dialog === "test" && <TestDialog path="/campaigns/{id}/test" id={id} onClose={close} />}
    </>
  );
}
