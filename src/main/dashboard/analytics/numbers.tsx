import { type Answer } from "../base/api.ts";
import { formatNumber } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Difference } from "../kit/difference.tsx";
import { Count, Figure, Figures, Rate } from "../kit/chart/number.tsx";

import type { Period } from "./period.ts";
import { emailsOf, entriesOf } from "./targets.ts";

type Found = Answer<"/analytics/overview">;
type Name = Exclude<keyof Found["series"][number], "date" | "bucket">;

const OF_SENT: Name[] = ["delivered", "opened", "clicked", "bounced", "complained", "unsubscribed"];

interface Props {
  found: Found;
  machines: boolean;
  period: Period;
}

/** One figure a number, with its rate and what it was in the period before. */
export function Numbers({ found, machines, period }: Props) {
  const { current, previous, deliveryReported } = found;
  const names: Name[] = ["sent", ...OF_SENT];
  return (
    <Figures>
      {names.map((name) => {
        const isKnown = name !== "delivered" || deliveryReported;
        return (
          <Figure
            key={name}
            label={t(`analytics.count.${name}`)}
            hint={
              <>
                {isKnown && OF_SENT.includes(name) && <Rate part={current[name]} of={current.sent} base />}
                {!isKnown && t("analytics.noReports")}
                {machines && <Machines name={name} found={found} />}
              </>
            }
            trend={isKnown && <Difference now={current[name]} before={previous[name]} isGood={isGood(name)} />}
          >
            <Shown name={name} count={isKnown ? current[name] : null} period={period} />
          </Figure>
        );
      })}
    </Figures>
  );
}

/** A number that leads to what it counts, where a list can show just that. */
function Shown({ name, count, period }: { name: Name; count: number | null; period: Period }) {
  const link = count ? linkOf(name, period) : undefined;
  const shown = <Count value={count} />;
  return link ? <Link {...link} className="link-quiet">{shown}</Link> : shown;
}

function linkOf(name: Name, period: Period) {
  if (name === "sent") return emailsOf(period);
  if (name === "opened") return entriesOf(period, "email.opened");
  if (name === "delivered") return entriesOf(period, "email.delivered");
  const status = { clicked: "CLICKED", bounced: "BOUNCED", complained: "COMPLAINED" }[name as "clicked"];
  return status && emailsOf(period, status);
}

function Machines({ name, found }: { name: Name; found: Found }) {
  const count = { opened: found.current.machineOpens, clicked: found.current.machineClicks }[name as "opened"];
  if (count === undefined) return null;
  return <span className="analytics-machines">{t("analytics.byMachines", { count: formatNumber(count) })}</span>;
}

/** More of it is good news, bad news, or neither. */
function isGood(name: Name): boolean | undefined {
  if (["bounced", "complained", "unsubscribed"].includes(name)) return false;
  return name === "sent" ? undefined : true;
}
