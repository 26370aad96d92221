import { formatDuration } from "../base/duration.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import type { Queue } from "./api.ts";

type Name = "emails" | "campaigns" | "workflows" | "webhooks" | "jobs" | "reports" | "billing";

const STATES = ["due", "inProgress", "deferred", "scheduled", "held", "dead"] as const;

/** The backlog of each queue of all projects, and the age of its oldest row. */
export function Queues({ queues }: { queues: Queue[] }) {
  return (
    <section className="sheet" aria-labelledby="queues">
      <h2 id="queues" className="system-head">{t("system.queues")}</h2>
      <div className="system-scroll" tabIndex={0} role="group" aria-labelledby="queues">
        <table className="system-table">
          <thead>
            <tr>
              <th scope="col">{t("system.queue")}</th>
              {STATES.map((state) => (
                <th key={state} scope="col" className="system-end">{t(`system.state.${state}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {queues.map((queue) => (
              <tr key={queue.name}>
                <th scope="row">
                  {t(`system.queue.${queue.name as Name}`)}
                  {queue.atLeast && <span className="soft small">{t("system.atLeast")}</span>}
                </th>
                {STATES.map((state) => (
                  <td key={state} className="system-end">
                    <Cell count={queue[state]} state={state} oldest={ageOf(queue, state)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ageOf(queue: Queue, state: (typeof STATES)[number]): number {
  return state === "due" ? queue.oldestDueSeconds : state === "deferred" ? queue.oldestDeferredSeconds : 0;
}

function Cell({ count, state, oldest }: { count: number; state: string; oldest: number }) {
  if (count === 0) return <span className="soft">0</span>;
  return (
    <>
      <span className={state === "dead" ? "system-bad" : state === "deferred" ? "system-watch" : undefined}>
        {formatNumber(count)}
      </span>
      {oldest > 0 && (
        <span className="soft small system-age">{t("system.oldest", { age: formatDuration(oldest) })}</span>
      )}
    </>
  );
}
