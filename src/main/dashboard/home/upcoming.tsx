import { textsOf } from "../base/json.ts";
import { formatDayAndTime, formatSubject } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Loaded } from "../kit/states.tsx";
import { useCurrent } from "./current.ts";
import { FeedText } from "./feed-text.tsx";
import type { Activity } from "../generated/api.ts";

type Planned = Activity;

/** Lists the scheduled emails, campaigns and workflows. */
export function Upcoming() {
  return (
    <section className="sheet stack-small">
      <h2>{t("home.upcoming.title")}</h2>
      <Loaded query={useCurrent()} lines={2}>
        {({ upcoming }) =>
          upcoming.length === 0
            ? <p className="soft">{t("home.upcoming.none")}</p>
            : (
              <ul role="list" className="home-feed">
                {upcoming.map((each) => (
                  <li key={each.id}>
                    <FeedText
                      title={<Link to={pageOf(each)} className="link-quiet">{nameOf(each)}</Link>}
                      contact={each.contactEmail}
                    />
                    <time className="soft small" dateTime={each.timestamp}>{formatDayAndTime(each.timestamp)}</time>
                  </li>
                ))}
              </ul>
            )}
      </Loaded>
    </section>
  );
}

function nameOf({ metadata }: Planned) {
  const { campaignName, workflowName, subject } = textsOf(metadata);
  return campaignName ?? workflowName ?? (subject ? formatSubject(subject) : t("home.upcoming.email"));
}

function pageOf({ metadata }: Planned) {
  const { campaignId, workflowId, emailId } = textsOf(metadata);
  return campaignId ? `campaigns/${campaignId}` : workflowId ? `workflows/${workflowId}` : `emails/${emailId}`;
}
