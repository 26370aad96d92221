import { useMemo } from "react";
import { recordOf } from "../base/json.ts";
import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { ButtonLink } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Icon } from "../kit/icon.tsx";
import { STATUSES } from "../kit/statuses.ts";
import { Reply, StepList, TimelineStep } from "../kit/timeline.tsx";
import { loadable, Skeleton } from "../kit/states.tsx";
import { STEP_ICONS, type Whole } from "./api.ts";
import { SimulatedEmailContent } from "./simulated-email.tsx";
import type { SimulatedVisit, Simulation } from "./simulation.ts";
import { branchWord, foundIn } from "./visits.tsx";

const Canvas = loadable(() => import("./canvas.tsx"), <Skeleton lines={8} />);

/** The steps a simulated contact came to, with the clock, and what would have been sent and changed. */
export function Simulated({ simulation, workflow }: { simulation: Simulation; workflow: Whole }) {
  const { version, status, exitReason, error, endedAt, path, contact } = simulation;
  const stepIds = useMemo(() => path.map(({ stepId }) => stepId), [path]);
  return (
    <section className="stack-small" aria-label={t("workflows.sim.result")}>
      <p className="row-wrap">
        <Status value={status} />
        <span>{version ? t("workflows.versionNamed", { version }) : t("workflows.sim.ofDraft")}</span>
        <span className="soft">· {t("workflows.sim.ends", { time: formatDayAndTime(endedAt) })}</span>
      </p>
      {(error ?? exitReason) && <Note tone={error ? "bad" : "info"}>{error ?? exitReason}</Note>}
      <div className="workflows-wide">
        <Canvas workflow={workflow} path={stepIds} />
      </div>
      <StepList>
        {path.map((visit) => (
          <TimelineStep
            key={visit.visit}
            tone={STATUSES[visit.status]?.tone ?? "plain"}
            icon={STEP_ICONS[visit.step.type]}
            title={visit.step.name}
            time={formatDayAndTime(visit.arrivesAt)}
          >
            <VisitSummary visit={visit} />
          </TimelineStep>
        ))}
      </StepList>
      <p className="small soft">
        {contact.email} · {t(contact.subscribed ? "workflows.sim.isSubscribed" : "workflows.sim.isUnsubscribed")}
      </p>
    </section>
  );
}

function VisitSummary({ visit }: { visit: SimulatedVisit }) {
  const { step, branch, output, error, mail: email, webhook, contactChange, leavesAt } = visit;
  const parts = [
    t(`workflows.type.${step.type}`),
    branch && branchWord(branch),
    foundIn(recordOf(output)),
    (step.type === "DELAY" || step.type === "WAIT_FOR_EVENT") &&
    (leavesAt ? t("workflows.goesOn", { time: formatDayAndTime(leavesAt) }) : t("workflows.noEnd")),
  ];
  return (
    <>
      <p className="small soft">{parts.filter(Boolean).join(" · ")}</p>
      {email && (
        <div className="workflows-effect">
          <p>
            <Icon name="email" size={14} /> <strong>{email.subject}</strong> <span className="soft">→ {email.to}</span>
          </p>
          <SimulatedEmailContent subject={email.subject} html={email.html} text={email.text} />
          {email.missing.length > 0 && (
            <p className="small workflows-warning">
              {t("workflows.sim.missing", { names: email.missing.join(", ") })}
            </p>
          )}
          <ButtonLink variant="quiet" icon="template" to={`templates/${email.templateId}`}>
            {t("workflows.sim.template")}
          </ButtonLink>
        </div>
      )}
      {webhook && (
        <div className="workflows-effect small">
          {webhook.method} {webhook.url}
          {webhook.body && (
            <pre className="workflows-effect-text" tabIndex={0} aria-label={webhook.url}>{webhook.body}</pre>
          )}
        </div>
      )}
      {contactChange && (
        <p className="workflows-effect small">
          {Object.entries(contactChange.data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")}
          {contactChange.subscribed !== null &&
            ` ${t(contactChange.subscribed ? "workflows.sim.isSubscribed" : "workflows.sim.isUnsubscribed")}`}
        </p>
      )}
      {error && <Reply>{error}</Reply>}
    </>
  );
}
