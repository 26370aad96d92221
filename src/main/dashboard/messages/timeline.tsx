import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import { Time } from "../kit/time.tsx";
import type { Detail } from "./mail.ts";
import { storyOf } from "./story.ts";

/** What happened to a mail, from the first to the last, with every reply in full. */
export function Timeline({ mail }: { mail: Detail }) {
  return (
    <ol className="messages-story" role="list" aria-label={t("messages.story")}>
      {storyOf(mail).map((step) => (
        <li key={step.id} className="messages-step">
          <span className={`messages-dot badge-${step.tone}`}>
            <Icon name={step.icon} size={14} />
          </span>
          <div className="grow">
            <div className="messages-step-head">
              <span className="messages-step-title">{step.title}</span>
              {step.at
                ? (
                  <span className="small soft">
                    <Time at={step.at} />
                  </span>
                )
                : step.icon === "calendar" && mail.scheduledAt &&
                  <span className="small soft">{formatDayAndTime(mail.scheduledAt)}</span>}
            </div>
            {step.about && <p className="small soft">{step.about}</p>}
            {step.link && <p className="small messages-link">{step.link}</p>}
            {step.reply && <code className="messages-reply">{step.reply}</code>}
          </div>
        </li>
      ))}
    </ol>
  );
}
