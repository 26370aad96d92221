import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatRate } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Count } from "../kit/chart/number.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { changedWith } from "./changed.ts";

type Provider = Answer<"/analytics/deliverability">["providers"][number];

const REPORTS = ["bounced", "complained"];
const COUNTED = ["sentCount", "openedCount", "clickedCount", "bouncedCount", "complainedCount", "deliveredCount"];

/** Deliveries, bounces and complaints of a campaign by mailbox provider; nothing before the first email was sent. */
export function Providers({ campaignId, sent, isSending }: { campaignId: string; sent: number; isSending: boolean }) {
  const found = useAnswer("/analytics/deliverability", { query: { campaignId } }, {
    // While it is sent, each look reads all emails of the last minutes: once a minute is enough.
    topics: isSending ? [] : [`campaign:${campaignId}`],
    counts: changedWith(campaignId, COUNTED),
    enabled: sent > 0,
  });
  const providers = found.data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <section className="stack-small" aria-labelledby="providers">
      <h2 id="providers">{t("campaigns.providers")}</h2>
      <Table<Provider>
        label={t("campaigns.providers")}
        columns={columns(providers, found.data!.deliveryReported)}
        rows={providers}
        idOf={(row) => row.provider}
        to={({ provider }) => `emails?${new URLSearchParams({ campaignId, provider })}`}
        total={providers.length}
      />
    </section>
  );
}

/** Bounces and complaints are not known either where no report of any kind has come. */
const hasNoReports = (providers: Provider[]) =>
  providers.every(({ bounced, complained }) => bounced + complained === 0);

const columns = (providers: Provider[], isReported: boolean): Column<Provider>[] => [
  {
    id: "provider",
    header: t("campaigns.provider"),
    cell: (row) => row.provider === "Others" ? t("campaigns.otherProviders") : row.provider,
    width: "minmax(0, 2fr)",
  },
  {
    id: "sent",
    header: t("campaigns.sent"),
    cell: (row) => <Count value={row.sent} />,
    width: "minmax(76px, 1fr)",
    align: "end",
  },
  {
    id: "delivered",
    header: t("campaigns.delivered"),
    cell: (row) => isReported ? formatRate(row.delivered, row.sent) : <Count value={null} />,
    align: "end",
    hide: "medium",
  },
  ...(["opened", "clicked", "bounced", "complained"] as const).map((name): Column<Provider> => ({
    id: name,
    header: t(`campaigns.${name}`),
    cell: (row) =>
      REPORTS.includes(name) && !isReported && hasNoReports(providers)
        ? <Count value={null} />
        : formatRate(row[name], row.sent),
    width: "minmax(76px, 1fr)",
    align: "end",
    ...(name === "complained" ? { hide: "medium" as const } : name === "opened" ? {} : { hide: "narrow" as const }),
  })),
];
