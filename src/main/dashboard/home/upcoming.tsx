import { useAnswer } from "../base/data.ts";
import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Loaded } from "../kit/states.tsx";

interface Planned {
  id: string;
  timestamp: string;
  contactEmail?: string | null;
  metadata: { subject?: string; campaignName?: string | null; name?: string; workflowName?: string };
}

/** What will be sent by itself. */
export function Upcoming() {
  const planned = useAnswer("/activity/upcoming", {}, { topics: ["campaign", "email"] });
  return (
    <section className="sheet stack-small">
      <h2>{t("home.upcoming.title")}</h2>
      <Loaded query={planned} lines={2}>
        {({ activities }: { activities: Planned[] }) =>
          activities.length === 0
            ? <p className="soft">{t("home.upcoming.none")}</p>
            : (
              <ul role="list" className="home-feed">
                {activities.slice(0, 6).map((each) => (
                  <li key={each.id}>
                    <span className="grow truncated">
                      {each.metadata.campaignName ?? each.metadata.name ?? each.metadata.subject ?? each.contactEmail}
                    </span>
                    <time className="soft small" dateTime={each.timestamp}>{formatDayAndTime(each.timestamp)}</time>
                  </li>
                ))}
              </ul>
            )}
      </Loaded>
    </section>
  );
}
