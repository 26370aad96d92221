import { useState } from "react";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import type { Group } from "../conditions/filter.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showFailure, showToast } from "../kit/toast.tsx";
import type { Segment } from "./api.ts";

/** The condition of the list of contacts that finds the members. */
const isMember = (segment: Segment): Group => ({
  operator: "AND",
  conditions: [{ field: `segment.${segment.id}`, operator: "memberOfSegment" }],
});

/** Leads to the members as contacts, where they are exported or changed; counts or computes the segment anew, and deletes it. */
export function Actions({ segment }: { segment: Segment }) {
  const [isOpen, setOpen] = useState(false);
  const { open } = useRouter();
  const path = { id: segment.id };
  const options = { refreshes: ["/segments"], onDone: () => showToast(t("segments.refreshed")) };
  const refresh = useChange("post", "/segments/{id}/refresh", options);
  const compute = useChange("post", "/segments/{id}/compute", options);
  const remove = useChange("delete", "/segments/{id}", {
    isDeletion: true,
    refreshes: ["/segments"],
    onDone: () => {
      showToast(t("segments.deleted", { name: segment.name }));
      open("segments");
    },
  });
  const isTracked = segment.type === "DYNAMIC" && segment.trackMembership;
  const recount = isTracked ? compute : refresh;
  return (
    <>
      <ButtonLink to="contacts" query={{ condition: JSON.stringify(isMember(segment)) }} icon="people">
        {t("segments.asContacts")}
      </ButtonLink>
      <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("segments.delete")}</Button>
      <Button
        icon="refresh"
        isPending={recount.isPending}
        onPress={() => recount.mutate({ path }, { onError: showFailure })}
      >
        {isTracked ? t("segments.compute") : t("segments.refresh")}
      </Button>
      <Confirm
        title={t("segments.deleteTitle", { name: segment.name })}
        action={t("segments.delete")}
        isOpen={isOpen}
        isDanger
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ path })}
      >
        <p>{t("segments.deleteText")}</p>
      </Confirm>
    </>
  );
}
