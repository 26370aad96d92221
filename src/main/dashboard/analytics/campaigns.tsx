import { type Answer, apiAddress } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatDay, formatDecimal, formatRate, timeZone } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { dayOf, daysBefore } from "./period.ts";
import { usePeriod } from "./use-period.ts";
import { useMachines } from "./machines.ts";

type Campaign = Answer<"/analytics/leaderboard">["items"][number];
const MAX = 50;
/** Campaigns of so many days before the period are there to be compared with; a report spans at most a year. */
const DAYS_BEFORE = 90;
const MAX_DAYS = 366;
/** A campaign is compared with so many that were sent before it. */
const BEFORE = 3;
const RATES = [["opened", true], ["clicked", true], ["bounced", false]] as const;

/** The campaigns of the period, newest first, each beside the three before it. */
export function Campaigns() {
  const { query, from, days } = usePeriod();
  const startDate = daysBefore(from, Math.max(0, Math.min(DAYS_BEFORE, MAX_DAYS - days)));
  const found = useAnswer("/analytics/leaderboard", {
    query: { ...query, startDate, kind: "campaign", metric: "sent", limit: MAX },
  }, { topics: ["campaign"] });
  return (
    <Loaded query={found} lines={8}>
      {({ items }) => {
        const campaigns = [...items].sort((a, b) => (b.sentAt ?? "").localeCompare(a.sentAt ?? ""));
        const shown = campaigns.filter(({ sentAt }) => dayOf(Date.parse(sentAt!), timeZone()) >= from);
        return shown.length === 0
          ? (
            <Empty icon="campaign" title={t("analytics.campaignsEmpty")}>
              <p>{t("analytics.campaignsEmptyText")}</p>
            </Empty>
          )
          : (
            <div className="stack">
              <p className="soft small">{t("analytics.campaignsAbout")}</p>
              {items.length === MAX && <p className="soft small">{t("analytics.campaignsMost", { count: MAX })}</p>}
              <ul role="list" className="stack">
                {shown.map((campaign, at) => (
                  <OneCampaign
                    key={campaign.id}
                    campaign={campaign}
                    before={campaigns.slice(at + 1, at + 1 + BEFORE)}
                  />
                ))}
              </ul>
            </div>
          );
      }}
    </Loaded>
  );
}

function OneCampaign({ campaign, before }: { campaign: Campaign; before: Campaign[] }) {
  const [machines] = useMachines();
  const file = apiAddress(`/campaigns/${campaign.id}/recipients`, { format: "csv" }, true);
  return (
    <li className="sheet stack-small">
      <div className="spread">
        <h3 className="grow">
          <Link to={`campaigns/${campaign.id}`}>{campaign.name}</Link>
        </h3>
        <a href={file} download className="row small">
          <Icon name="download" size={14} />
          {t("analytics.csv")}
          <span className="unseen">{campaign.name}</span>
        </a>
      </div>
      <dl className="analytics-campaign">
        <div>
          <dt>{t("analytics.sentOn", { day: formatDay(campaign.sentAt!) })}</dt>
          <dd>
            <Count value={campaign.sent} />
          </dd>
        </div>
        {RATES.map(([name, isGood]) => (
          <div key={name}>
            <dt>{t(`analytics.count.${name}`)}</dt>
            <dd>
              {formatRate(campaign[name], campaign.sent)}
              {before.length > 0 && campaign.sent > 0 && (
                <Points name={name} campaign={campaign} before={before} isGood={isGood} />
              )}
            </dd>
          </div>
        ))}
        {machines && (
          <div>
            <dt>{t("analytics.count.machineOpens")}</dt>
            <dd>{formatRate(campaign.machineOpens, campaign.sent)}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

interface PointsProps {
  name: (typeof RATES)[number][0];
  campaign: Campaign;
  before: Campaign[];
  isGood: boolean;
}

/** The rate beside that of the campaigns before together, in percentage points. */
function Points({ name, campaign, before, isGood }: PointsProps) {
  const sent = before.reduce((sum, each) => sum + each.sent, 0);
  if (sent === 0) return null;
  const earlier = before.reduce((sum, each) => sum + each[name], 0) / sent;
  const points = 100 * (campaign[name] / campaign.sent - earlier);
  const rounded = Math.round(points * 10) / 10;
  const tone = rounded === 0 ? "" : (rounded > 0) === isGood ? " difference-good" : " difference-bad";
  const values = { points: `${rounded > 0 ? "+" : ""}${formatDecimal(rounded)}`, count: before.length };
  return <span className={`difference${tone}`}>{t("analytics.points", values)}</span>;
}
