import type { Answer } from "../base/api.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/form/button.tsx";
import { Loaded } from "../kit/states.tsx";
import { reasonText } from "../reasons/reason.ts";
import { useCurrent } from "./current.ts";

type Failures = Answer<"/activity/current">["failures"];

/** The status, and the entries of the activity that are counted: an email may be older than its bounce. */
const KINDS = [
  { name: "bounced", status: "BOUNCED", type: "email.bounced" },
  { name: "failed", status: "FAILED", type: "email.failed" },
  { name: "complained", status: "COMPLAINED", type: "email.complaint" },
  { name: "suppressed", status: "SUPPRESSED", type: "email.suppressed" },
] as const;

/** Failed emails of the last day, by status and reason. */
export function RecentFailures() {
  return (
    <section className="sheet stack-small">
      <h2>{t("home.wrong.title")}</h2>
      <Loaded query={useCurrent()} lines={2}>
        {({ failures }) => {
          const found = KINDS.filter(({ name }) => failures[name] > 0);
          return found.length === 0
            ? <p className="soft">{t("home.wrong.none")}</p>
            : (
              <ul role="list" className="home-feed">
                {found.map(({ name, status, type }) => (
                  <li key={name}>
                    <Status value={status} />
                    <span className="grow">{formatNumber(failures[name])}{failures.hasMore ? "+" : ""}</span>
                    <ButtonLink to="activity" query={{ types: type, since: "day" }} variant="quiet">
                      {t("home.wrong.see")}
                    </ButtonLink>
                    <Reasons of={failures} status={status} />
                  </li>
                ))}
              </ul>
            );
        }}
      </Loaded>
    </section>
  );
}

/** The most frequent reasons, each with its number. */
function Reasons({ of, status }: { of: Failures; status: string }) {
  const reasons = of.reasons.filter((reason) => reason.status === status);
  return reasons.length > 0 && (
    <ul role="list" className="home-reasons small soft">
      {reasons.map((reason, index) => (
        <li key={index}>
          {t("home.wrong.reason", { count: reason.count, reason: reasonText(reason.reasonCode, reason.error) ?? "" })}
        </li>
      ))}
    </ul>
  );
}
