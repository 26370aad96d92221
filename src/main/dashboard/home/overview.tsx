import { Page } from "../app/page.tsx";
import { useCurrentProject } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/button.tsx";
import { Figure, Figures, Rate } from "../kit/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { Sparkline } from "../kit/sparkline.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { Reputation } from "./reputation.tsx";
import { SendingNow } from "./sending-now.tsx";
import { Upcoming } from "./upcoming.tsx";
import { WentWrong } from "./went-wrong.tsx";

interface Day {
  emails: number;
  opens: number;
  clicks: number;
  bounces: number;
  complaints: number;
}

/** The first page of a project that sends: the last 30 days, what happens now, what comes, what went wrong. */
export function Overview({ contacts }: { contacts: number }) {
  const project = useCurrentProject();
  const course = useAnswer("/analytics/timeseries", {}, { topics: ["activity"] });
  return (
    <Page
      title={project?.name ?? t("app.page.home")}
      about={t("home.figures.days")}
      actions={<ButtonLink to="messages" icon="mail">{t("app.page.messages")}</ButtonLink>}
    >
      <Loaded query={course} lines={4}>
        {(days: Day[]) => <Numbers days={days} contacts={contacts} />}
      </Loaded>
      <SendingNow />
      <div className="home-panes">
        <RecentActivity />
        <div className="stack">
          <WentWrong />
          <Upcoming />
          <Reputation />
        </div>
      </div>
    </Page>
  );
}

function Numbers({ days, contacts }: { days: Day[]; contacts: number }) {
  const total = (name: keyof Day) => days.reduce((sum, day) => sum + day[name], 0);
  const sent = total("emails");
  const course = (name: keyof Day, label: string) => (
    <Sparkline
      values={days.map((day) => day[name])}
      label={t("home.figures.course", { label, total: formatNumber(total(name)) })}
    />
  );
  const rates = [
    ["opens", t("home.figures.opened")],
    ["clicks", t("home.figures.clicked")],
    ["bounces", t("home.figures.bounced")],
    ["complaints", t("home.figures.complained")],
  ] as const;
  return (
    <Figures>
      <Figure label={t("home.figures.sent")} trend={course("emails", t("home.figures.sent"))}>
        {formatNumber(sent)}
      </Figure>
      {rates.map(([name, label]) => (
        <Figure key={name} label={label} hint={<Rate part={total(name)} of={sent} base />} trend={course(name, label)}>
          {formatNumber(total(name))}
        </Figure>
      ))}
      <Figure label={t("home.figures.contacts")}>{formatNumber(contacts)}</Figure>
    </Figures>
  );
}
