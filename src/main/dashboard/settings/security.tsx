import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import type { Suspension } from "./api.ts";
import { Appeal } from "./appeal.tsx";
import { SettingsPage } from "./frame.tsx";
import { evidenceText, reasonWord } from "../server/suspension.ts";
import { Gauge } from "./gauge.tsx";
import type { SecurityResponse } from "../generated/api.ts";

type State = SecurityResponse;

/** The rates of bounces and complaints against the limits at which the project is suspended. */
export default function Security() {
  const id = useProject() ?? "";
  const security = useAnswer("/projects/{id}/security", { path: { id } }, {
    topics: ["project", "suppression", "activity"],
  });
  return (
    <SettingsPage part="security" about={t("settings.sec.about")}>
      <Loaded query={security} lines={8}>{({ data }) => <Shown state={data} />}</Loaded>
    </SettingsPage>
  );
}

function Shown({ state: { status, levels, isDisabled, suspensions } }: { state: State }) {
  const open = suspensions.find((each) => !each.endedAt);
  return (
    <>
      {isDisabled
        ? <Note tone="bad">{t("settings.sec.disabled")}</Note>
        : status.isHealthy
        ? <Note tone="good">{t("settings.sec.allGood")}</Note>
        : (
          <Note tone="watch">
            <Warnings all={[...status.violations, ...status.warnings]} />
          </Note>
        )}
      {isDisabled && <Appeal suspension={open} />}
      <section className="sheet" aria-labelledby="rates">
        <h2 id="rates">{t("settings.sec.rates")}</h2>
        <p className="hint">{t("settings.sec.ratesText")}</p>
        <Gauge name="bounce7Day" rates={status.sevenDay} kind="bounces" level={levels.bounce7Day} />
        <Gauge
          name="bounceAllTime"
          rates={status.allTime}
          kind="bounces"
          level={levels.bounceAllTime}
        />
        <Gauge
          name="complaint7Day"
          rates={status.sevenDay}
          kind="complaints"
          level={levels.complaint7Day}
        />
        <Gauge
          name="complaintAllTime"
          rates={status.allTime}
          kind="complaints"
          level={levels.complaintAllTime}
        />
      </section>
      <Suspensions all={suspensions} />
    </>
  );
}

/** The limits that are exceeded: some are of numbers that have no gauge. */
function Warnings({ all }: { all: string[] }) {
  return (
    <>
      <p>{t("settings.sec.watch")}</p>
      {all.length > 0 && <ul className="note-list">{all.map((each) => <li key={each}>{evidenceText(each)}</li>)}</ul>}
    </>
  );
}

function Suspensions({ all }: { all: Suspension[] }) {
  return (
    <section className="sheet" aria-labelledby="suspensions">
      <h2 id="suspensions">{t("settings.sec.suspensions")}</h2>
      {all.length === 0 && <p className="soft">{t("settings.sec.none")}</p>}
      <ul role="list">
        {all.map((each) => (
          <li key={each.id} className="settings-line">
            <div className="grow">
              <b>{reasonWord(each.reason)}</b>
              <p className="soft">{evidenceText(each.evidence)}</p>
              <p className="hint">
                <Time at={each.beganAt} /> – {each.endedAt ? <Time at={each.endedAt} /> : t("settings.sec.now")}
              </p>
            </div>
            <span className="row-wrap">
              {each.appealedAt && <Badge tone="info">{t("settings.sec.appealed")}</Badge>}
              <Badge tone={each.endedAt ? "plain" : "bad"}>
                {each.endedAt ? t("settings.sec.ended") : t("settings.sec.open")}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
