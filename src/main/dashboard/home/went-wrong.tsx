import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/button.tsx";
import { Loaded } from "../kit/states.tsx";
import { useCurrent } from "./current.ts";

const STATUSES = { bounced: "BOUNCED", failed: "FAILED", complained: "COMPLAINED", suppressed: "SUPPRESSED" } as const;
const KINDS = Object.keys(STATUSES) as (keyof typeof STATUSES)[];

/** Mails of the last day that did not do what they should, by what became of them. */
export function WentWrong() {
  return (
    <section className="sheet stack-small">
      <h2>{t("home.wrong.title")}</h2>
      <Loaded query={useCurrent()} lines={2}>
        {({ failures }) => {
          const found = KINDS.filter((kind) => failures[kind] > 0);
          return found.length === 0
            ? <p className="soft">{t("home.wrong.none")}</p>
            : (
              <ul role="list" className="home-feed">
                {found.map((kind) => (
                  <li key={kind}>
                    <Status value={STATUSES[kind]} />
                    <span className="grow">{failures[kind]}{failures.hasMore ? "+" : ""}</span>
                    <ButtonLink to="messages" query={{ status: STATUSES[kind] }} look="quiet">
                      {t("home.wrong.see")}
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            );
        }}
      </Loaded>
    </section>
  );
}
