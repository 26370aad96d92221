import { formatNumber, formatRate } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Rate } from "../kit/chart/number.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Listed } from "./api.ts";

const isStarted = (campaign: Listed) => campaign.sentAt !== null;

/** The columns of the list of campaigns. */
export const columns = (): Column<Listed>[] => [
  {
    id: "name",
    header: t("campaigns.name"),
    cell: (campaign) => campaign.name,
    width: "minmax(130px, 3fr)",
    text: (campaign) => campaign.name,
  },
  {
    id: "status",
    header: t("campaigns.status"),
    cell: (campaign) => <Status value={campaign.status} />,
    text: (campaign) => t(`status.${campaign.status}`),
    width: STATUS_TRACK,
    note: counts,
  },
  {
    id: "audience",
    header: t("campaigns.audience"),
    cell: audience,
    text: audience,
    width: "minmax(0, 1.2fr)",
    hide: "medium",
  },
  {
    id: "sent",
    header: t("campaigns.sent"),
    cell: sent,
    width: "minmax(104px, 1fr)",
    align: "end",
    hide: "narrow",
    text: ({ sentCount }) => sentCount,
  },
  {
    id: "opened",
    header: t("campaigns.opened"),
    cell: (campaign) => isStarted(campaign) ? <Rate part={campaign.openedCount} of={campaign.sentCount} /> : "–",
    text: ({ openedCount }) => openedCount,
    width: "76px",
    align: "end",
    hide: "narrow",
  },
  {
    id: "clicked",
    header: t("campaigns.clicked"),
    cell: (campaign) => isStarted(campaign) ? <Rate part={campaign.clickedCount} of={campaign.sentCount} /> : "–",
    text: ({ clickedCount }) => clickedCount,
    width: "76px",
    align: "end",
    hide: "medium",
  },
  {
    id: "time",
    header: t("campaigns.when"),
    cell: (campaign) => <Time at={timeOf(campaign)} />,
    text: timeOf,
    width: "182px",
    align: "end",
    hide: "medium",
  },
];

const audience = ({ segment, audienceType }: Listed) => segment?.name ?? t(`campaigns.audience.${audienceType}`);

/** The same as two of the columns, in words. */
function counts({ status, openedCount, sentCount, sentAt, totalRecipients }: Listed) {
  if (sentAt !== null) {
    return t("campaigns.counts", { count: sentCount, opened: formatRate(openedCount, sentCount) });
  }
  return status !== "CANCELLED" && totalRecipients > 0 && t("campaigns.countPlanned", { count: totalRecipients });
}

/** The time the campaign was started, is scheduled for, or was changed last. */
function timeOf({ status, sentAt, scheduledAt, updatedAt }: Listed) {
  return sentAt ?? (status === "SCHEDULED" ? scheduledAt : null) ?? updatedAt;
}

/** The number of emails sent, and that of all recipients while the campaign is not over. */
function sent({ status, sentCount, totalRecipients, sentAt }: Listed) {
  const isOver = status === "SENT" || status === "CANCELLED";
  return (
    <span className="campaigns-sent">
      {sentAt === null ? "–" : formatNumber(sentCount)}{" "}
      {!isOver && <span className="soft">/ {formatNumber(totalRecipients)}</span>}
    </span>
  );
}
