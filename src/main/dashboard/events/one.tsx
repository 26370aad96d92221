import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { Change } from "./change.tsx";
import { DeleteEvent } from "./delete.tsx";
import { type Counted, dayAgo, type Usage } from "./event.ts";
import { Occurrences } from "./occurrences.tsx";

/** The newest events of which the contacts are counted; above it their number is a lower bound. */
const COUNTED = 100_000;

/** One name: how often, by how many, used where, and what came with the newest. */
export function OneEvent({ name }: { name: string }) {
  const usage = useAnswer("/events/{eventName}/usage", { path: { eventName: name } }, { topics: ["activity"] });
  const found = usage.data;
  const weeks = useWeeks(name);
  return (
    <Page
      title={name}
      above={{ label: t("app.page.events"), to: "events" }}
      actions={found?.canDelete && found.totalCount > 0 && <DeleteEvent name={name} count={found.totalCount} />}
    >
      <div className="stack">
        <Loaded query={usage}>
          {(data: Usage) => (
            <>
              <Figures>
                <Figure label={t("events.count")}>
                  <Count value={data.totalCount} />
                </Figure>
                <Figure label={t("events.week")} trend={weeks && <Change {...weeks} />}>
                  <Count value={weeks?.week} />
                </Figure>
                <Figure
                  label={t("events.contacts")}
                  hint={data.totalCount > COUNTED ? t("events.atLeast") : undefined}
                >
                  <Count value={data.uniqueContacts} />
                </Figure>
              </Figures>
              <Uses usage={data} />
            </>
          )}
        </Loaded>
        <Occurrences name={name} />
      </div>
    </Page>
  );
}

/** This week and the one before; undefined until both are known. */
function useWeeks(name: string) {
  const week = useAnswer("/events/stats", { query: { startDate: dayAgo(6) } }, { topics: ["activity"] });
  const before = useAnswer("/events/stats", { query: { startDate: dayAgo(13), endDate: dayAgo(7) } });
  const countOf = (counts: Counted[]) => counts.find((each) => each.name === name)?.count ?? 0;
  return week.data && before.data ? { week: countOf(week.data), before: countOf(before.data) } : undefined;
}

function Uses({ usage }: { usage: Usage }) {
  const uses = [
    ...usage.usedInSegments.map((use) => ({ ...use, kind: t("events.segment"), to: `segments/${use.id}` })),
    ...usage.usedInCampaigns.map((use) => ({ ...use, kind: t("events.campaign"), to: `campaigns/${use.id}` })),
    ...usage.usedInWorkflows.map((use) => ({ ...use, kind: t("events.workflow"), to: `workflows/${use.id}` })),
  ];
  return (
    <section className="sheet stack-small" aria-labelledby="events-uses">
      <h2 id="events-uses">{t("events.uses")}</h2>
      {uses.length === 0 && <p className="soft">{t("events.unused")}</p>}
      <ul role="list" className="stack-small">
        {uses.map((use) => (
          <li key={use.id} className="row">
            <span className="soft">{use.kind}</span>
            <Link to={use.to} className="truncated">{use.name}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
