import { useState } from "react";
import { useChange } from "../base/data.ts";
import { formatDayAndTime, timeZone } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { momentOf } from "../base/zone.ts";
import { Select } from "../kit/form/choice.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Campaign } from "./api.ts";
import { audienceOf, useAudienceCount } from "./audience-count.ts";

/** Sends a campaign now or at a time; says to how many. */
export function SendDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [schedule, setSchedule] = useState("now");
  const [at, setAt] = useState("");
  // The number that is stored is from when the campaign was written.
  const { count, suppressed, error } = useAudienceCount(audienceOf(campaign), campaign.emailType);
  const isLater = schedule === "later";
  const moment = isLater && at ? momentOf(at, timeZone()) : undefined;
  const send = useChange("post", "/campaigns/{id}/send", {
    refreshes: ["/campaigns"],
    onDone: () => {
      showToast(moment ? t("campaigns.scheduledFor", { time: formatDayAndTime(moment) }) : t("campaigns.isSent"));
      onClose();
    },
  });
  return (
    <Confirm
      title={t("campaigns.sendTitle", { name: campaign.name })}
      action={isLater ? t("campaigns.schedule") : t("campaigns.sendNow")}
      isOpen
      isDisabled={isLater ? !moment : count === 0}
      isPending={send.isPending}
      error={send.error}
      onClose={onClose}
      onConfirm={() =>
        send.mutate({
          path: { id: campaign.id },
          body: (moment ? { scheduledFor: moment.toISOString() } : {}),
        })}
    >
      <p>
        {count !== undefined && <strong>{t("campaigns.goesTo", { count })}</strong>} {t("campaigns.frozen")}
      </p>
      {Boolean(suppressed) && (
        <p>
          {t("campaigns.less", { count: suppressed })} <Link to="suppressions">{t("app.page.suppressions")}</Link>
        </p>
      )}
      {error && <FailureNote error={error} />}
      {count === 0 && <Note tone="watch">{t("campaigns.nobody")}</Note>}
      <Select
        label={t("campaigns.when")}
        value={schedule}
        options={[{ id: "now", label: t("campaigns.now") }, { id: "later", label: t("campaigns.later") }]}
        onChange={setSchedule}
      />
      {isLater && (
        <Field
          label={t("campaigns.at")}
          type="datetime-local"
          value={at}
          onChange={setAt}
          hint={t("campaigns.zone", { zone: timeZone() })}
        />
      )}
    </Confirm>
  );
}
