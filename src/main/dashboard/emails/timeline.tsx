import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Time } from "../kit/time.tsx";
import { Reply, StepList, TimelineStep } from "../kit/timeline.tsx";
import { Dialogue, evidenceOf } from "./dialogue.tsx";
import type { Detail } from "./api.ts";
import { type Step, timelineOf } from "./timeline-steps.ts";

/** The timeline of an email, from the first step to the last, with every reply in full. */
export function Timeline({ email }: { email: Detail }) {
  return (
    <StepList label={t("emails.story")}>
      {timelineOf(email).map((step) => ({ ...step, evidence: evidenceOf(step, email) })).map((step) => (
        <TimelineStep key={step.id} tone={step.tone} icon={step.icon} title={step.title} time={timeOf(step, email)}>
          {step.about && <p className="small soft">{step.about}</p>}
          {step.link && <p className="small emails-link">{step.link}</p>}
          {step.reply && <Reply>{step.reply}</Reply>}
          {step.evidence && <Dialogue evidence={step.evidence} />}
        </TimelineStep>
      ))}
    </StepList>
  );
}

function timeOf({ at, icon }: Step, { scheduledAt }: Detail) {
  if (at) return <Time at={at} />;
  return icon === "calendar" && scheduledAt ? formatDayAndTime(scheduledAt) : undefined;
}
