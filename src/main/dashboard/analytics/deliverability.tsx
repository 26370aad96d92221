import { type Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber, formatRate } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { Count, Figure, Figures, Rate } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type Column, Table } from "../kit/table.tsx";
import { usePeriod } from "./use-period.ts";

type Found = Answer<"/analytics/deliverability">;
type Provider = Found["providers"][number];

/** How the providers of the recipients took the emails, and why some came back. */
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
          : <Shown found={answer} />}
    </Loaded>
  );
}

function Shown({ found }: { found: Found }) {
  const delivered = found.providers.reduce((sum, each) => sum + each.delivered, 0);
  const isKnown = found.deliveryReported;
  return (
    <div className="stack">
      <Figures>
        <Figure label={t("analytics.count.sent")}>{formatNumber(found.sent)}</Figure>
        <Figure
          label={t("analytics.count.delivered")}
          hint={isKnown ? <Rate part={delivered} of={found.sent} base /> : t("analytics.noReports")}
        >
          <Count value={isKnown ? delivered : null} />
        </Figure>
        <Figure label={t("analytics.count.bounced")} hint={<Rate part={found.bounces} of={found.sent} base />}>
          {formatNumber(found.bounces)}
        </Figure>
        <Figure label={t("analytics.count.complained")} hint={<Rate part={found.complaints} of={found.sent} base />}>
          {formatNumber(found.complaints)}
        </Figure>
      </Figures>
      <h2>{t("analytics.byProvider")}</h2>
      <Table<Provider>
        label={t("analytics.byProvider")}
        columns={columns(isKnown)}
        rows={found.providers}
        idOf={(row) => row.provider}
        total={found.providers.length}
      />
      <Reasons reasons={found.reasons} />
    </div>
  );
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

function Reasons({ reasons }: { reasons: Found["reasons"] }) {
  return (
    <section className="sheet stack-small" aria-labelledby="bounces">
      <div className="spread">
        <h2 id="bounces">{t("analytics.bounces")}</h2>
        <Link to="messages" query={{ status: "BOUNCED" }}>{t("analytics.bouncedMessages")}</Link>
      </div>
      {reasons.length === 0 ? <p className="soft">{t("analytics.bouncesNone")}</p> : (
        <table className="analytics-table">
          <tbody>
            {reasons.map(({ code, example, count }) => (
              <tr key={code}>
                <th scope="row">
                  {meaningOf(code)}
                  <span className="soft small analytics-example">{example}</span>
                </th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A sentence for a status code of RFC 3463: for the code itself, else for its subject, else the code. */
function meaningOf(code: string): string {
  const [kind = "", subject = ""] = code.split(".");
  const keys = [`analytics.bounce.${code}`, `analytics.bounce.${kind}.${subject}`];
  const found = keys.find(isKey);
  if (code === "") return t("analytics.bounceNoCode");
  return found && isKey(found) ? t("analytics.bounceCode", { meaning: t(found), code }) : code;
}
