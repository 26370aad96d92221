import { useAnswer, useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Campaign } from "./api.ts";

export type Act = "pause" | "resume" | "cancel" | "delete";

/** Asks before a campaign is paused, resumed, cancelled or deleted, and says how many emails are concerned. */
export function ConfirmAction({ act, campaign, onClose }: { act: Act; campaign: Campaign; onClose: () => void }) {
  const { open } = useRouter();
  const path = { id: campaign.id };
  const done = () => {
    showToast(t(`campaigns.${act}Done`));
    onClose();
    if (act === "delete") open("campaigns");
  };
  const options = { refreshes: ["/campaigns"], onDone: done };
  const acts = {
    pause: useChange("post", "/campaigns/{id}/pause", options),
    resume: useChange("post", "/campaigns/{id}/resume", options),
    cancel: useChange("post", "/campaigns/{id}/cancel", options),
    delete: useChange("delete", "/campaigns/{id}", { ...options, isDeletion: true }),
  };
  const change = acts[act];
  const stats = useAnswer("/campaigns/{id}/stats", { path }, { enabled: campaign.sentAt !== null });
  const books = stats.data?.data.books;
  return (
    <Confirm
      title={t(`campaigns.${act}Title`, { name: campaign.name })}
      action={t(`campaigns.${act}`)}
      isOpen
      isDanger={act === "cancel" || act === "delete"}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ path })}
    >
      <p>{t(`campaigns.${act}Text`)}</p>
      {books && act !== "delete" && <p>{t("campaigns.soFar", { sent: books.sent, pending: books.pending })}</p>}
    </Confirm>
  );
}
