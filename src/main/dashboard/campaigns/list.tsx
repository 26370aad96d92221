import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Empty, Skeleton } from "../kit/states.tsx";
import { Table } from "../kit/table.tsx";
import type { Listed } from "./api.ts";
import { NewCampaign } from "./new-button.tsx";
import { columns } from "./columns.tsx";

const STATUSES = ["DRAFT", "SCHEDULED", "SENDING", "PAUSED", "SENT", "CANCELLED"] as const;

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
          file={{ name: "campaigns", columns: columns(), rows: list.all }}
          chips={[{
            name: "status",
            label: t("campaigns.status"),
            options: STATUSES.map((id) => ({ id, label: t(`status.${id}`) })),
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
