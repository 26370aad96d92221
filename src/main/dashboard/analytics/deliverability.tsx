import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber, formatRate } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Count, Figure, Figures, Rate } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { Bounces } from "./bounces.tsx";
import type { Period } from "./period.ts";
import { emailsOf } from "./targets.ts";
import { usePeriod } from "./use-period.ts";

type Found = Answer<"/analytics/deliverability">;
type Provider = Found["providers"][number];

/** Deliveries, bounces and complaints by provider of the recipients, and the reasons of the bounces. */
export function Deliverability() {
  const period = usePeriod();
  const call = { query: { ...period.query, stream: period.stream } };
  const found = useAnswer("/analytics/deliverability", call, { topics: ["activity"] });
  return (
    <Loaded query={found} lines={10}>
      {(answer) =>
        answer.sent + answer.bounces + answer.complaints === 0
          ? (
            <Empty icon="shield" title={t("analytics.deliverabilityEmpty")}>
              <p>{t("analytics.emptyText")}</p>
            </Empty>
          )
          : <Shown found={answer} period={period} />}
    </Loaded>
  );
}

function Shown({ found, period }: { found: Found; period: Period }) {
  const delivered = found.providers.reduce((sum, each) => sum + each.delivered, 0);
  const isKnown = found.deliveryReported;
  return (
    <div className="stack">
      <Figures>
        <Figure label={t("analytics.count.sent")}>
          <Emails count={found.sent} period={period} />
        </Figure>
        <Figure
          label={t("analytics.count.delivered")}
          hint={isKnown ? <Rate part={delivered} of={found.sent} base /> : t("analytics.noReports")}
        >
          <Count value={isKnown ? delivered : null} />
        </Figure>
        <Figure label={t("analytics.count.bounced")} hint={<Rate part={found.bounces} of={found.sent} base />}>
          <Emails count={found.bounces} period={period} status="BOUNCED" />
        </Figure>
        <Figure label={t("analytics.count.complained")} hint={<Rate part={found.complaints} of={found.sent} base />}>
          <Emails count={found.complaints} period={period} status="COMPLAINED" />
        </Figure>
      </Figures>
      <h2>{t("analytics.byProvider")}</h2>
      <Table<Provider>
        label={t("analytics.byProvider")}
        columns={columns(isKnown)}
        rows={found.providers}
        idOf={(row) => row.provider}
        to={(row) => emailsTo(row, period)}
        total={found.providers.length}
      />
      <Bounces reasons={found.reasons} period={period} />
    </div>
  );
}

/** A number of emails that leads to them. */
function Emails({ count, period, status }: { count: number; period: Period; status?: string }) {
  return count > 0
    ? <Link {...emailsOf(period, status)} className="link-quiet">{formatNumber(count)}</Link>
    : <>{formatNumber(count)}</>;
}

/** The address of the emails of a period to one provider. */
function emailsTo({ provider }: Provider, period: Period): string {
  const { to, query } = emailsOf(period);
  const parameters = Object.entries({ ...query, provider }).filter((each): each is [string, string] =>
    Boolean(each[1])
  );
  return `${to}?${new URLSearchParams(parameters)}`;
}

const rate = (part: number, provider: Provider) => formatRate(part, provider.sent);
const bounced = (row: Provider) => rate(row.bounced, row);
const columns = (isKnown: boolean): Column<Provider>[] => [
  {
    id: "provider",
    header: t("analytics.provider"),
    cell: (row) => row.provider === "Others" ? t("analytics.others") : row.provider,
    width: "minmax(0, 2fr)",
  },
  {
    id: "sent",
    header: t("analytics.count.sent"),
    cell: (row) => <Count value={row.sent} />,
    width: "minmax(68px, 1fr)",
    align: "end",
  },
  {
    id: "delivered",
    header: t("analytics.count.delivered"),
    cell: (row) => isKnown ? rate(row.delivered, row) : <Count value={null} />,
    align: "end",
    hide: "narrow",
  },
  {
    id: "opened",
    header: t("analytics.count.opened"),
    cell: (one) => rate(one.opened, one),
    align: "end",
    hide: "narrow",
  },
  {
    id: "clicked",
    header: t("analytics.count.clicked"),
    cell: (row) => rate(row.clicked, row),
    align: "end",
    hide: "medium",
  },
  { id: "bounced", header: t("analytics.count.bounced"), cell: bounced, width: "minmax(88px, 1fr)", align: "end" },
  {
    id: "complained",
    header: t("analytics.count.complained"),
    cell: (row) => rate(row.complained, row),
    align: "end",
    hide: "medium",
  },
];
