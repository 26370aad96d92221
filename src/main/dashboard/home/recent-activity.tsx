import { useAnswer } from "../base/data.ts";
import { withNewEntries } from "../base/entries.ts";
import { textsOf } from "../base/json.ts";
import { formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { badgeOf } from "../kit/activities.ts";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { Dot } from "../kit/timeline.tsx";
import { FeedText } from "./feed-text.tsx";
import type { Activity } from "../generated/api.ts";

type Item = Activity;

const SHOWN = 12;

/** The last entries of the activity, with a link to all of them. */
export function RecentActivity() {
  const recent = useAnswer("/activity", { query: { limit: SHOWN } }, {
    topics: ["activity"],
    counts: (answer, counts) => withNewEntries(answer, counts, SHOWN),
  });
  return (
    <section className="sheet stack-small">
      <div className="spread">
        <h2>{t("home.recent.title")}</h2>
        <Link to="activity">{t("home.recent.all")}</Link>
      </div>
      <Loaded query={recent} lines={8}>
        {({ data }) =>
          data.length === 0 ? <p className="soft">{t("home.recent.none")}</p> : (
            <ul role="list" className="home-feed">
              {data.map((item) => <Entry key={item.id} item={item} />)}
            </ul>
          )}
      </Loaded>
    </section>
  );
}

function Entry({ item }: { item: Item }) {
  const { emailId, subject, eventName, campaignName, campaignId, workflowName, workflowId } = textsOf(item.metadata);
  const isCampaign = item.type.startsWith("campaign.");
  const title = (isCampaign ? campaignName : subject && formatSubject(subject)) ?? eventName ?? workflowName ??
    item.type;
  const to = emailId
    ? `emails/${emailId}`
    : isCampaign && campaignId
    ? `campaigns/${campaignId}`
    : workflowId && `workflows/${workflowId}`;
  return (
    <li>
      <Dot {...badgeOf(item.type)} />
      <FeedText title={to ? <Link to={to} className="link-quiet">{title}</Link> : title} contact={item.contactEmail} />
      <span className="soft small">
        <Time at={item.timestamp} />
      </span>
    </li>
  );
}
