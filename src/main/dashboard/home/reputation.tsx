import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Level } from "../kit/chart/level.tsx";
import { Rate } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import type { PeriodRates } from "../generated/api.ts";

type Period = PeriodRates;

/** Bounces and complaints of a week with what they mean for the project. */
export function Reputation() {
  const project = useProject();
  const security = useAnswer("/projects/{id}/security", { path: { id: project ?? "" } }, {
    topics: ["project", "suppression"],
  });
  return (
    <section className="sheet stack-small">
      <h2>{t("home.security.title")}</h2>
      <Loaded query={security} lines={2}>
        {({ data }) => {
          const week: Period = data.status.sevenDay;
          return (
            <ul role="list" className="home-feed">
              <Line
                label={t("home.security.bounces")}
                part={week.bounces}
                of={week.total}
                level={data.levels.bounce7Day}
              />
              <Line
                label={t("home.security.complaints")}
                part={week.complaints}
                of={week.total}
                level={data.levels.complaint7Day}
              />
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function Line({ label, part, of, level }: { label: string; part: number; of: number; level: string }) {
  return (
    <li>
      <span className="grow">{label}</span>
      <Rate part={part} of={of} base />
      <Level value={level} of={of} />
    </li>
  );
}
