import { Page } from "../app/page.tsx";
import { useCurrentProject } from "../app/session.tsx";
import type { Answer } from "../base/api.ts";
import { useAnswer } from "../base/data.ts";
import { formatNumber, timeZone } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button.tsx";
import { Difference } from "../kit/difference.tsx";
import { Figure, Figures, Rate } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { Sparkline } from "../kit/chart/sparkline.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { Reputation } from "./reputation.tsx";
import { SendingNow } from "./sending-now.tsx";
import { Upcoming } from "./upcoming.tsx";
import { RecentFailures } from "./recent-failures.tsx";

type OverviewResponse = Answer<"/analytics/overview">;
const NAMES = ["sent", "opened", "clicked", "bounced", "complained", "unsubscribed", "newContacts"] as const;
/** More of these is bad news. */
const BAD: readonly string[] = ["bounced", "complained", "unsubscribed"];

const entries = (types: string) => ({ to: "activity", query: { types, since: "month" } });
/** The list that shows what a number counts; for those who unsubscribed, the contacts who are unsubscribed. */
const NAME_TO_LINK: Record<(typeof NAMES)[number], { to: string; query?: Record<string, string> }> = {
  sent: { to: "emails", query: { since: "month" } },
  opened: entries("email.opened"),
  clicked: entries("email.clicked"),
  bounced: entries("email.bounced"),
  complained: entries("email.complaint"),
  unsubscribed: { to: "contacts", query: { subscribed: "false" } },
  newContacts: { to: "contacts" },
};

/** The numbers of a project that the page shows beside the analytics. */
export interface State {
  contactCount: number;
}

/** The first page of a project that sends: the last 30 days, what is sent now, what is scheduled, what failed. */
export function Overview({ state }: { state: State }) {
  const project = useCurrentProject();
  const overview = useAnswer("/analytics/overview", { query: { timeZone: timeZone() } }, {
    topics: ["activity"],
  });
  return (
    <Page
      title={project?.name ?? t("app.page.home")}
      about={t("home.figures.days")}
      actions={
        <>
          <ButtonLink to="analytics" icon="chart">{t("app.page.analytics")}</ButtonLink>
          <ButtonLink to="emails" icon="email">{t("app.page.emails")}</ButtonLink>
        </>
      }
    >
      <Loaded query={overview} lines={4}>
        {(found) => <Numbers found={found} contacts={state.contactCount} />}
      </Loaded>
      <SendingNow />
      <div className="home-panes">
        <RecentActivity />
        <div className="stack">
          <RecentFailures />
          <Upcoming />
          <Reputation />
        </div>
      </div>
    </Page>
  );
}

function Numbers({ found, contacts }: { found: OverviewResponse; contacts: number }) {
  const { current, previous, series } = found;
  return (
    <Figures>
      {NAMES.map((name) => {
        const label = t(`home.figures.${name}`);
        const total = formatNumber(current[name]);
        return (
          <Figure
            key={name}
            label={label}
            hint={
              <>
                {name !== "sent" && name !== "newContacts" && <Rate part={current[name]} of={current.sent} base />}{" "}
                <Difference
                  now={current[name]}
                  before={previous[name]}
                  isGood={name === "sent" ? undefined : !BAD.includes(name)}
                />
              </>
            }
            trend={
              <Sparkline values={series.map((day) => day[name])} label={t("home.figures.course", { label, total })} />
            }
          >
            {current[name] > 0 ? <Link {...NAME_TO_LINK[name]} className="link-quiet">{total}</Link> : total}
          </Figure>
        );
      })}
      <Figure label={t("home.figures.contacts")}>
        <Link to="contacts" className="link-quiet">{formatNumber(contacts)}</Link>
      </Figure>
    </Figures>
  );
}
