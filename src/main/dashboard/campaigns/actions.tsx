import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Menu, type MenuEntry } from "../kit/menu.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import { TestDialog } from "../writing/test-dialog.tsx";
import type { Campaign } from "./api.ts";
import { type Act, Ask } from "./ask.tsx";
import { SendDialog } from "./send.tsx";

const SENDS: Campaign["status"][] = ["DRAFT"];

/** What can be done with a campaign in its state. */
export function Actions({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign;
  const [asked, ask] = useState<Act | "send" | "test">();
  const { open } = useRouter();
  const copy = useChange("post", "/campaigns/{id}/duplicate", {
    refreshes: ["/campaigns"],
    onDone: ({ data }) => {
      showToast(t("campaigns.copied"));
      open(`campaigns/${data.id}`);
    },
  });
  const close = () => ask(undefined);
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
      onAction: () => ask("delete"),
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
          onPress={() => ask("cancel")}
        >
          {t("campaigns.cancel")}
        </Button>
      )}
      {status === "SENDING" && <Button icon="pause" onPress={() => ask("pause")}>{t("campaigns.pause")}</Button>}
      {status === "PAUSED" && (
        <Button variant="main" icon="play" onPress={() => ask("resume")}>{t("campaigns.resume")}</Button>
      )}
      {(status === "DRAFT" || status === "SCHEDULED") && (
        <>
          <Button icon="mail" onPress={() => ask("test")}>{t("writing.test")}</Button>
          <ButtonLink to={`campaigns/${id}/edit`} icon="edit">{t("campaigns.edit")}</ButtonLink>
        </>
      )}
      {SENDS.includes(status) && (
        <Button variant="main" icon="send" onPress={() => ask("send")}>{t("campaigns.send")}</Button>
      )}
      {asked && asked !== "send" && asked !== "test" && <Ask act={asked} campaign={campaign} onClose={close} />}
      {asked === "send" && <SendDialog campaign={campaign} onClose={close} />}
      {asked === "test" && <TestDialog path="/campaigns/{id}/test" id={id} onClose={close} />}
    </>
  );
}
