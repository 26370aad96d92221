import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { formatNumber, formatRate } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Rate } from "../kit/chart/number.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import type { Listed } from "./api.ts";
import { NewCampaign } from "./new-button.tsx";

const STATUSES = ["DRAFT", "SCHEDULED", "SENDING", "PAUSED", "SENT", "CANCELLED"] as const;

const isBegun = (campaign: Listed) => campaign.sentAt !== null;

const columns = (): Column<Listed>[] => [
  { id: "name", header: t("campaigns.name"), cell: (campaign) => campaign.name, width: "minmax(130px, 3fr)" },
  {
    id: "status",
    header: t("campaigns.status"),
    cell: (campaign) => <Status value={campaign.status} />,
    width: STATUS_TRACK,
    note: counts,
  },
  {
    id: "audience",
    header: t("campaigns.audience"),
    cell: (campaign) => campaign.segment?.name ?? t(`campaigns.audience.${campaign.audienceType}`),
    width: "minmax(0, 1.2fr)",
    hide: "medium",
  },
  { id: "sent", header: t("campaigns.sent"), cell: sent, width: "minmax(104px, 1fr)", align: "end", hide: "narrow" },
  {
    id: "opened",
    header: t("campaigns.opened"),
    cell: (campaign) => isBegun(campaign) ? <Rate part={campaign.openedCount} of={campaign.sentCount} /> : "–",
    width: "76px",
    align: "end",
    hide: "narrow",
  },
  {
    id: "clicked",
    header: t("campaigns.clicked"),
    cell: (campaign) => isBegun(campaign) ? <Rate part={campaign.clickedCount} of={campaign.sentCount} /> : "–",
    width: "76px",
    align: "end",
    hide: "medium",
  },
  {
    id: "time",
    header: t("campaigns.when"),
    cell: (campaign) => <Time at={when(campaign)} />,
    width: "182px",
    align: "end",
    hide: "medium",
  },
];

/** The same as two of the columns, in words. */
function counts({ status, openedCount, sentCount, sentAt, totalRecipients }: Listed) {
  if (sentAt !== null) {
    return t("campaigns.counts", { count: sentCount, opened: formatRate(openedCount, sentCount) });
  }
  return status !== "CANCELLED" && totalRecipients > 0 && t("campaigns.countPlanned", { count: totalRecipients });
}

/** The time it was begun, is planned for, or was changed last. */
function when({ status, sentAt, scheduledAt, updatedAt }: Listed) {
  return sentAt ?? (status === "SCHEDULED" ? scheduledAt : null) ?? updatedAt;
}

/** How many got it, and of how many while that is not over. */
function sent({ status, sentCount, totalRecipients, sentAt }: Listed) {
  const isOver = status === "SENT" || status === "CANCELLED";
  return (
    <span className="campaigns-sent">
      {sentAt === null ? "–" : formatNumber(sentCount)}{" "}
      {!isOver && <span className="soft">/ {formatNumber(totalRecipients)}</span>}
    </span>
  );
}

export default function CampaignList() {
  const [{ search, status }] = useQueryState();
  const list = useList("/campaigns", { query: { view: "list", search, status: oneOf(STATUSES, status), limit: 50 } }, {
    topics: ["campaign"],
  });
  const isEmpty = list.isSuccess && list.rows.length === 0;
  const isFiltered = Boolean(search || status);
  return (
    <Page title={t("app.page.campaigns")} actions={<NewCampaign />}>
      <div>
        <Filters
          search={t("campaigns.search")}
          total={list.total}
          chips={[{
            name: "status",
            label: t("campaigns.status"),
            options: STATUSES.map((id) => ({ id, label: t(`kit.status.${id}`) })),
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {isEmpty && (
          <Empty
            icon={isFiltered ? "search" : "campaign"}
            title={isFiltered ? t("campaigns.noneFound") : t("campaigns.empty")}
            action={!isFiltered && <ButtonLink to="campaigns/new" icon="plus">{t("campaigns.new")}</ButtonLink>}
          >
            {!isFiltered && <p>{t("campaigns.emptyText")}</p>}
          </Empty>
        )}
        {list.rows.length > 0 && (
          <Table<Listed>
            label={t("app.page.campaigns")}
            columns={columns()}
            rows={list.rows}
            idOf={(campaign) => campaign.id}
            to={(campaign) => `campaigns/${campaign.id}`}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  );
}
