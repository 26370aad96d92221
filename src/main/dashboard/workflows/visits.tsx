import { oneOf } from "../base/address.ts";
import { recordOf, textsOf } from "../base/json.ts";
import { formatDayAndTime } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { isKey, t } from "../base/words.ts";
import { translate } from "../kit/server-words.ts";
import { STATUSES as KNOWN } from "../kit/statuses.ts";
import { Time } from "../kit/time.tsx";
import { Reply, StepList, TimelineStep } from "../kit/timeline.tsx";
import { type Config, STEP_ICONS, STEP_TYPES, type Visit } from "./api.ts";

/** The visits of an execution, from the first to the last, with what happened at each step. */
export function Visits({ visits }: { visits: Visit[] }) {
  return (
    <StepList>
      {visits.map((visit) => (
        <TimelineStep
          key={visit.id}
          tone={KNOWN[visit.status]?.tone ?? "plain"}
          icon={visit.step ? STEP_ICONS[kindOf(visit.step)] : "question"}
          title={visit.step?.name ?? t("workflows.stepGone")}
          time={<Time at={visit.startedAt} />}
        >
          <p className="small soft">{summaryOf(visit)}</p>
          {visit.status === "WAITING" && visit.executeAfter && (
            <p className="small">
              {t(visit.step?.type === "DELAY" ? "workflows.goesOn" : "workflows.until", {
                time: formatDayAndTime(visit.executeAfter),
              })}
            </p>
          )}
          {emailIdOf(visit) && (
            <p className="small">
              <Link to={`emails/${emailIdOf(visit)}`}>{t("workflows.openEmail")}</Link>
            </p>
          )}
          {visit.error && <Reply>{translate(visit.error)}</Reply>}
          <Attempts visit={visit} />
        </TimelineStep>
      ))}
    </StepList>
  );
}

/** A step that was deleted since has its kind, too. */
const kindOf = ({ type }: { type: string }) => oneOf(STEP_TYPES, type) ?? "TRIGGER";

/** The id of the email that was sent at a step. */
const emailIdOf = ({ output }: Visit) => textsOf(recordOf(output)).emailId;

/** Kind of step and how it ended: "Condition · No · plan is pro". */
function summaryOf({ step, status, branch, output }: Visit): string {
  const word = KNOWN[status] ?? { key: "workflows.skipped" as const };
  const parts = [
    step && t(`workflows.type.${kindOf(step)}`),
    status === "COMPLETED" ? undefined : t(word.key),
    branch && branchWord(branch),
    foundIn(recordOf(output)),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The value that a condition found, beside the expected one: "plan was free · expected: is pro". */
export function foundIn(output: Config): string | undefined {
  if (!output.field || output.actualValue === undefined) return undefined;
  const found = t("workflows.found", {
    field: String(output.field).replace(/^contact\.(data\.)?/, ""),
    value: output.actualValue === null ? t("kit.notKnown") : String(output.actualValue),
  });
  if (!output.operator) return found;
  const key = `conditions.operator.${output.operator}`;
  const condition = [isKey(key) ? t(key) : output.operator, output.expectedValue ?? ""].join(" ").trim();
  return `${found} · ${t("workflows.expected", { condition })}`;
}

/** The name of the branch by which a step was left. */
export function branchWord(branch: string) {
  const key = `workflows.way.${branch}`;
  return isKey(key) ? t(key) : branch;
}

function Attempts({ visit }: { visit: Visit }) {
  if (visit.attempts.length === 0) return null;
  return (
    <ol role="list" className="small workflows-attempts">
      {visit.attempts.map((each) => (
        <li key={each.number}>
          <Time at={each.at} /> · {each.method} {each.url} ·{" "}
          <strong>{each.statusCode ?? each.error ?? t("workflows.noAnswer")}</strong> · {t("workflows.took", {
            ms: each.durationMs,
          })}
        </li>
      ))}
    </ol>
  );
}
