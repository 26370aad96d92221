import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/button.tsx";
import { Loaded } from "../kit/states.tsx";

const DAY_MS = 86_400_000;
const KINDS = {
  "email.bounced": "BOUNCED",
  "email.failed": "FAILED",
  "email.complaint": "COMPLAINED",
  "email.suppressed": "SUPPRESSED",
} as const;

/** Mails of the last day that did not do what they should, by what became of them. */
export function WentWrong() {
  const failures = useAnswer("/activity", {
    query: { types: Object.keys(KINDS).join(","), limit: 100, startDate: startOfDay() },
  }, {
    topics: ["activity"],
  });
  return (
    <section className="sheet stack-small">
      <h2>{t("home.wrong.title")}</h2>
      <Loaded query={failures} lines={2}>
        {({ data, hasMore }) => {
          const counts = Object.entries(KINDS).map(([type, status]) => ({
            status,
            count: data.filter((each: { type: string }) => each.type === type).length,
          }));
          const found = counts.filter(({ count }) => count > 0);
          return found.length === 0
            ? <p className="soft">{t("home.wrong.none")}</p>
            : (
              <ul role="list" className="home-feed">
                {found.map(({ status, count }) => (
                  <li key={status}>
                    <Status value={status} />
                    <span className="grow">{count}{hasMore ? "+" : ""}</span>
                    <ButtonLink to="messages" query={{ status }} look="quiet">{t("home.wrong.see")}</ButtonLink>
                  </li>
                ))}
              </ul>
            );
        }}
      </Loaded>
    </section>
  );
}

/** A day ago, to the hour, so that the question stays the same for a while. */
function startOfDay() {
  return new Date(Math.floor((Date.now() - DAY_MS) / 3_600_000) * 3_600_000).toISOString();
}
