import { Page } from "../app/page.tsx";
import { oneOf, useQueryState } from "../base/address.ts";
import { apiAddress } from "../base/api.ts";
import { useAnswer, useList } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { FailureNote } from "../kit/failure.tsx";
import { Filters } from "../kit/form/filters.tsx";
import { Icon } from "../kit/icon.tsx";
import { reasonText } from "../reasons/reason.ts";
import { Empty, Skeleton } from "../kit/states.tsx";
import { STATUS_TRACK } from "../kit/statuses.ts";
import { type Column, Table } from "../kit/table.tsx";
import { Time } from "../kit/time.tsx";
import { OUTCOMES, REACTIONS } from "./api.ts";
import type { CampaignRecipient } from "../generated/api.ts";

type Recipient = CampaignRecipient;

const columns = (): Column<Recipient>[] => [
  { id: "email", header: t("campaigns.recipient"), cell: (row) => row.email, width: "minmax(120px, 1.5fr)" },
  { id: "status", header: t("campaigns.status"), cell: (row) => <Status value={row.status} />, width: STATUS_TRACK },
  {
    id: "reason",
    header: t("campaigns.reason"),
    cell: ReasonCell,
    width: "minmax(0, 2fr)",
    hide: "narrow",
  },
  {
    id: "time",
    header: t("campaigns.sent"),
    cell: (row) => <Time at={row.sentAt} />,
    width: "150px",
    align: "end",
    hide: "medium",
  },
];

function ReasonCell({ reasonCode, reason }: Recipient) {
  const text = reasonText(reasonCode, reason);
  return <span title={text}>{text ?? "–"}</span>;
}

/** Lists the recipients of a campaign by outcome; each row leads to its email. */
export default function Recipients({ params }: PageProps) {
  const id = params.id!;
  const [{ outcome, reaction }] = useQueryState();
  const campaign = useAnswer("/campaigns/{id}", { path: { id } }, { topics: [`campaign:${id}`] });
  const list = useList(
    "/campaigns/{id}/recipients",
    { path: { id }, query: { outcome: oneOf(OUTCOMES, outcome), reaction: oneOf(REACTIONS, reaction), limit: 100 } },
    {
      topics: [`campaign:${id}`],
    },
  );
  const name = campaign.data?.data.name ?? t("app.page.campaign");
  const file = apiAddress(`/campaigns/${id}/recipients`, { outcome, reaction, format: "csv" }, true);
  return (
    <Page
      title={t("campaigns.recipientsOf", { name })}
      above={{ label: name, to: `campaigns/${id}` }}
      actions={
        <a className="button button-plain" href={file} download>
          <Icon name="download" />
          {t("campaigns.csv")}
        </a>
      }
    >
      <div>
        <Filters
          total={list.total}
          chips={[{
            name: "outcome",
            label: t("campaigns.outcome"),
            options: OUTCOMES.map((each) => ({ id: each, label: t(`campaigns.outcome.${each}`) })),
          }, {
            name: "reaction",
            label: t("campaigns.reaction"),
            options: REACTIONS.map((each) => ({ id: each, label: t(`campaigns.${each}`) })),
          }]}
        />
        {list.error && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && !list.error && <Skeleton lines={8} />}
        {list.isSuccess && list.rows.length === 0 && <Empty icon="people" title={t("campaigns.noRecipients")} />}
        {list.rows.length > 0 && (
          <Table<Recipient>
            label={t("campaigns.recipients")}
            columns={columns()}
            rows={list.rows}
            idOf={(row) => row.emailId}
            to={(row) => `emails/${row.emailId}`}
            total={list.total}
            hasMore={list.hasNextPage}
            loadMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  );
}
