import { formatDayAndTime } from "../base/format.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Icon } from "../kit/icon.tsx";
import { STATUSES } from "../kit/statuses.ts";
import { STEP_ICONS } from "./api.ts";
import type { SimulatedVisit, Simulation } from "./simulation.ts";
import { wayWord } from "./visits.tsx";

/** The steps a simulated contact came to, with the clock, and what would have been sent and changed. */
export function Simulated({ simulation }: { simulation: Simulation }) {
  const { version, status, exitReason, error, endedAt, path, contact } = simulation;
  return (
    <section className="stack-small" aria-label={t("workflows.sim.result")}>
      <p className="row-wrap">
        <Status value={status} />
        <span>{version ? t("workflows.versionNamed", { version }) : t("workflows.sim.ofDraft")}</span>
        <span className="soft">· {t("workflows.sim.ends", { time: formatDayAndTime(endedAt) })}</span>
      </p>
      {(error ?? exitReason) && <Note tone={error ? "bad" : "info"}>{error ?? exitReason}</Note>}
      <ol role="list" className="workflows-visits">
        {path.map((visit) => (
          <li key={visit.visit} className="workflows-visit">
            <span className={`workflows-dot badge-${STATUSES[visit.status]?.tone ?? "plain"}`}>
              <Icon name={STEP_ICONS[visit.step.type]} size={14} />
            </span>
            <div className="grow">
              <div className="workflows-visit-head">
                <strong>{visit.step.name}</strong>
                <span className="small soft">{formatDayAndTime(visit.arrivesAt)}</span>
              </div>
              <Happened visit={visit} />
            </div>
          </li>
        ))}
      </ol>
      <p className="small soft">
        {contact.email} · {t(contact.subscribed ? "workflows.sim.isSubscribed" : "workflows.sim.isUnsubscribed")}
      </p>
    </section>
  );
}

function Happened({ visit }: { visit: SimulatedVisit }) {
  const { step, branch, output, error, mail, webhook, contactChange, leavesAt } = visit;
  const parts = [
    t(`workflows.type.${step.type}`),
    branch && wayWord(branch),
    output.actualValue !== undefined && output.field &&
    t("workflows.found", {
      field: String(output.field).replace(/^contact\.(data\.)?/, ""),
      value: output.actualValue === null ? t("kit.notKnown") : String(output.actualValue),
    }),
    (step.type === "DELAY" || step.type === "WAIT_FOR_EVENT") &&
    (leavesAt ? t("workflows.goesOn", { time: formatDayAndTime(leavesAt) }) : t("workflows.noEnd")),
  ];
  return (
    <>
      <p className="small soft">{parts.filter(Boolean).join(" · ")}</p>
      {mail && (
        <div className="workflows-effect">
          <p>
            <Icon name="mail" size={14} /> <strong>{mail.subject}</strong> <span className="soft">→ {mail.to}</span>
          </p>
          {mail.text && <pre className="workflows-mail" tabIndex={0} aria-label={mail.subject}>{mail.text}</pre>}
          {mail.missing.length > 0 && (
            <p className="small workflows-warning">
              {t("workflows.sim.missing", { names: mail.missing.join(", ") })}
            </p>
          )}
          <p className="small">
            <Link to={`templates/${mail.templateId}`}>{t("workflows.sim.template")}</Link>
          </p>
        </div>
      )}
      {webhook && (
        <div className="workflows-effect small">
          {webhook.method} {webhook.url}
          {webhook.body && <pre className="workflows-mail" tabIndex={0} aria-label={webhook.url}>{webhook.body}</pre>}
        </div>
      )}
      {contactChange && (
        <p className="workflows-effect small">
          {Object.entries(contactChange.data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")}
          {contactChange.subscribed !== null &&
            ` ${t(contactChange.subscribed ? "workflows.sim.isSubscribed" : "workflows.sim.isUnsubscribed")}`}
        </p>
      )}
      {error && <code className="workflows-reply">{error}</code>}
    </>
  );
}
